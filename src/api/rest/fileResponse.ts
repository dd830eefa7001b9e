import type { Context } from "hono";
import type { RowFile } from "#market";

/** A file as an answer that is sent while it is made. What fails before the first bytes is still an error answer. */
export async function fileResponse(c: Context, file: RowFile, name: string): Promise<Response> {
  c.header("Content-Type", file.contentType);
  c.header("Content-Disposition", `attachment; filename="${name}.${file.format}"`);
  if (c.req.method === "HEAD") return c.body(null);
  const chunks = file.bytes[Symbol.asyncIterator]();
  let next = await chunks.next();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (next.done === true) return controller.close();
      controller.enqueue(next.value);
      next = await chunks.next();
    },
    async cancel() {
      await chunks.return?.();
    },
  });
  return c.body(body);
}
