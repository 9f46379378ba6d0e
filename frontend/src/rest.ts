/** Requests to the server's API, from this session. */

export class ApiError extends Error {
  constructor(
    /** The HTTP status; 0 when no answer came at all. */
    readonly status: number,
    readonly code: string,
    detail: string,
    /** Seconds, when the server asks to wait. */
    readonly retryAfter: number | null = null,
  ) {
    super(detail);
    this.name = "ApiError";
  }
}

/** Paths are relative to the API, or whole ones of this host that begin with a slash. */
export interface Rest {
  get<T>(path: string): Promise<T>;
  post<T>(path: string, body?: unknown): Promise<T>;
}

export interface RestOptions {
  /** Where the API lies, for example "/api/v1/". */
  api: string;
  language: string;
  /** What is told when the server cannot be reached, and when its answer cannot be read. */
  words: { unreachable: string; unreadable: string };
}

/** A busy server asks to come back after this many seconds at most; longer waits are told, not waited for. */
const LONGEST_WAIT = 3;
const TRIES = 3;

const csrfToken = (): string | null => /(?:^|;\s*)csrftoken=([^;]+)/.exec(document.cookie)?.[1] ?? null;
const pause = (seconds: number): Promise<void> => new Promise((done) => setTimeout(done, seconds * 1000));

export function createRest({ api, language, words }: RestOptions): Rest {
  async function once<T>(method: string, path: string, body: unknown): Promise<T> {
    const headers: Record<string, string> = { Accept: "application/json", "Accept-Language": language };
    const token = csrfToken();
    if (method !== "GET" && token) headers["X-CSRFToken"] = token;
    if (body !== undefined) headers["Content-Type"] = "application/json";
    let response: Response;
    try {
      const payload = body === undefined ? null : JSON.stringify(body);
      const url = path.startsWith("/") ? path : api + path;
      response = await fetch(url, { method, headers, body: payload, credentials: "same-origin" });
    } catch {
      throw new ApiError(0, "unreachable", words.unreachable);
    }
    const answer: unknown = await response.json().catch(() => null);
    if (response.ok && answer !== null) return answer as T;
    const { code, detail } = (answer ?? {}) as { code?: string; detail?: string };
    const wait = Number(response.headers.get("Retry-After"));
    throw new ApiError(
      response.status,
      code ?? "unreadable",
      detail ?? words.unreadable,
      wait > 0 ? wait : null,
    );
  }

  /** 429 and 503 say that nothing was done, so asking again is safe for any method. */
  async function request<T>(method: string, path: string, body?: unknown): Promise<T> {
    for (let tries = 1; ; tries++) {
      try {
        return await once<T>(method, path, body);
      } catch (error) {
        const busy = error instanceof ApiError && (error.status === 429 || error.status === 503);
        const wait = busy ? error.retryAfter : null;
        if (wait === null || wait > LONGEST_WAIT || tries === TRIES) throw error;
        await pause(wait);
      }
    }
  }

  return {
    get: (path) => request("GET", path),
    post: (path, body) => request("POST", path, body),
  };
}
