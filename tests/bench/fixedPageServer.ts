/**
 * A process that always sends the same bytes, for `page.ts`: `/memory` from memory, `/file` from a file with Hono's
 * static files. It receives a `FixedPage` by message and replies with its port.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { serve } from "@hono/node-server";
import { serveStatic } from "@hono/node-server/serve-static";
import { Hono } from "hono";

export interface FixedPage {
  headers: Record<string, string>;
  /** Base64. */
  body: string;
}

process.once("message", ({ headers, body }: FixedPage) => {
  const bytes = Buffer.from(body, "base64");
  const folder = mkdtempSync(path.join(tmpdir(), "bench-page-"));
  writeFileSync(path.join(folder, "page"), bytes);
  const app = new Hono();
  app.get("/memory", (c) => c.body(bytes, 200, headers));
  app.get(
    "/file",
    async (c, next) => {
      await next();
      for (const [name, value] of Object.entries(headers)) c.header(name, value);
      c.header("content-length", String(bytes.length));
    },
    serveStatic({ root: folder, rewriteRequestPath: () => "/page" }),
  );
  serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }, ({ port }) => process.send?.(port));
  process.once("disconnect", () => {
    rmSync(folder, { recursive: true, force: true });
    process.exit(0);
  });
});
