import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { Readable } from "node:stream";
import type { Context } from "hono";
import { NotFoundError } from "#domain/errors";
import { matchesETag } from "./matchesETag";
import { guarded, type SendingGuard } from "./sendingGuard";

export interface StoredFileOptions {
  /** Absolute path of an immutable file. */
  path: string;
  name: string;
  contentType: string;
  /** SHA-256 of the file, in hexadecimal. */
  sha256: string;
  /** Checks repeatedly whether the rest can still be sent. */
  guard?: SendingGuard;
}

/**
 * A stored file, or the requested range, so that interrupted downloads can resume. The checksum is a strong tag:
 * ranges are only sent to clients with parts of the same bytes.
 */
export async function storedFileResponse(
  c: Context,
  { path, name, contentType, sha256, guard }: StoredFileOptions,
): Promise<Response> {
  const { size } = await stat(path).catch((error: unknown) => {
    // An outdated version may have been deleted in the meantime.
    if (error instanceof Error && "code" in error && error.code === "ENOENT") {
      throw new NotFoundError("File not found.");
    }
    throw error;
  });
  const tag = `"${sha256}"`;
  c.header("ETag", tag);
  c.header("Accept-Ranges", "bytes");
  c.header("Cache-Control", `private, ${guard === undefined ? "no-cache" : "no-store"}, no-transform`);
  c.header("Repr-Digest", `sha-256=:${Buffer.from(sha256, "hex").toString("base64")}:`);
  if (matchesETag(c.req.header("if-none-match"), tag)) return c.body(null, 304);
  c.header("Content-Type", contentType);
  c.header("Content-Disposition", `attachment; filename="${name}"`);
  const ifRange = c.req.header("if-range");
  // Ranges apply to GET only.
  const isRanged = c.req.method === "GET" && (ifRange === undefined || ifRange === tag);
  const range = isRanged ? rangeOf(c.req.header("range"), size) : null;
  if (range === "unsatisfiable") {
    c.header("Content-Range", `bytes */${size}`);
    return c.json({ message: `The range starts beyond the end of the file (${size} bytes).` }, 416);
  }
  const { start, end } = range ?? { start: 0, end: size - 1 };
  c.header("Content-Length", String(end - start + 1));
  if (range !== null) {
    c.header("Content-Range", `bytes ${start}-${end}/${size}`);
    c.status(206);
  }
  if (c.req.method === "HEAD" || size === 0) return c.body(null);
  const stream = createReadStream(path, { start, end });
  return c.body(
    webStreamOf(guard === undefined ? stream : Readable.from(guarded(c, stream, guard), PIECEWISE)),
  );
}

/** Small, since few bytes should be read ahead of a slow client. */
const PIECEWISE = { objectMode: false, highWaterMark: 65_536 };

/** Node's streams and the platform's have incompatible types for the same object. */
const webStreamOf = (stream: Readable): ReadableStream<Uint8Array> =>
  Readable.toWeb(stream) as ReadableStream<Uint8Array>;

/** Parses a single byte range. Multiple ranges, other units and malformed values return the full file, as RFC 9110 allows. */
function rangeOf(
  header: string | undefined,
  size: number,
): { start: number; end: number } | "unsatisfiable" | null {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? "");
  const [, from = "", to = ""] = match ?? [];
  if (match === null || (from === "" && to === "")) return null;
  if (from === "") {
    const length = Math.min(Number(to), size);
    return length === 0 ? "unsatisfiable" : { start: size - length, end: size - 1 };
  }
  const start = Number(from);
  const end = to === "" ? size - 1 : Math.min(Number(to), size - 1);
  if (to !== "" && Number(to) < start) return null;
  return start >= size ? "unsatisfiable" : { start, end };
}
