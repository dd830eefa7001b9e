import { expect, test } from "vitest";
import { startingResponse, wantsProgress } from "./startingPage";

const ask = (path: string, accept: string) =>
  startingResponse(new Request(`http://localhost${path}`, { headers: { accept } }), {
    brand: "A <b> & Co",
    progress: 0.426,
  });

test("a browser sees the progress and reloads by itself", async () => {
  const response = ask("/treasuries", "text/html,*/*");
  expect(response.status).toBe(503);
  expect(response.headers.get("retry-after")).toBe("2");
  expect(response.headers.get("cache-control")).toBe("no-store");
  const html = await response.text();
  expect(html).toContain("Generating sample data: 42%.");
  expect(html).toContain('http-equiv="refresh"');
  expect(html).toContain("A &lt;b&gt; &amp; Co is starting");
  expect(html).not.toContain("<b>");
});

test("a program gets the progress in its format", async () => {
  expect(await ask("/api/v4/assets", "*/*").json()).toEqual({
    message: "Generating sample data: 42%. Try again in a moment.",
  });
  expect(await ask("/sitemap.xml", "*/*").text()).toBe(
    "Generating sample data: 42%. Try again in a moment.\n",
  );
});

test("only the status is available", () => {
  const isAllowed = (path: string) => wantsProgress(new Request(`http://localhost${path}`));
  expect(["/api/v4/status", "/v4/status", "/api/v4/assets", "/status", "/"].map(isAllowed)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});
