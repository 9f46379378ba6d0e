// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from "vitest";
import { createReleaseNotice } from "../src/panels/release";

beforeEach(() => {
  document.body.innerHTML = '<div id="toasts"></div>';
});

test("another release is told once, and this page's own never", () => {
  const announce = vi.fn();
  const note = createReleaseNotice("0.1.0-aaaa", announce);
  note("0.1.0-aaaa");
  note("");
  expect(document.getElementById("new-version")).toBeNull();
  note("0.1.0-bbbb");
  note("0.1.0-cccc");
  expect(document.querySelectorAll("#new-version")).toHaveLength(1);
  expect(announce).toHaveBeenCalledTimes(1);
});
