"""What is counted while the service runs; config.metrics shows it to those who look after it."""

from __future__ import annotations

from prometheus_client import Counter, Gauge, Histogram

ACTIONS = Counter("twodeck_actions", "Actions asked of the writer, by what became of them.", ["outcome"])
BATCH_JOBS = Histogram(
    "twodeck_batch_jobs", "Jobs committed together.", buckets=(1, 2, 4, 8, 16, 32, 64, 128, 256)
)
COMMIT_SECONDS = Histogram(
    "twodeck_commit_seconds",
    "From the first job taken to the end of the commit.",
    buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5),
)
COMMIT_FAILURES = Counter("twodeck_commit_failures", "Transactions of the writer that failed.")
WAITING = Gauge("twodeck_jobs_waiting", "Jobs in the writer's queue.", multiprocess_mode="livesum")
SOCKETS = Gauge("twodeck_sockets", "Open sockets.", ["kind"], multiprocess_mode="livesum")
PUSHES_LOST = Counter("twodeck_pushes_lost", "Pushes that the channel layer did not take.")
REQUESTS = Counter("twodeck_requests", "HTTP requests.", ["method", "status"])
REQUEST_SECONDS = Histogram(
    "twodeck_request_seconds",
    "How long HTTP requests take.",
    buckets=(0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5),
)
