import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { Readable } from "node:stream";
import type { Context } from "hono";
import { NotFoundError } from "#domain";
import { matchesETag } from "./matchesETag";
import { guarded, type SendingGuard } from "./sendingGuard";

export interface StoredFileOptions {
  /** Absolute path of a file that does not change. */
  path: string;
  name: string;
  contentType: string;
  /** Of its bytes, in hexadecimal. */
  sha256: string;
  /** Looks now and then whether the rest may still be sent. */
  guard?: SendingGuard;
}

/**
 * A kept file, whole or the part that is asked for, so that a download can go on where it broke off. The strong tag is the
 * checksum: a part is only given to who has parts of the same bytes.
 */
export async function storedFileResponse(
  c: Context,
  { path, name, contentType, sha256, guard }: StoredFileOptions,
): Promise<Response> {
  const { size } = await stat(path).catch((error: unknown) => {
    // Its version has become too old meanwhile.
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
  // A range is of what GET sends.
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

/** Little is read ahead of who downloads: what was read is sent. */
const PIECEWISE = { objectMode: false, highWaterMark: 65_536 };

/** The types of Node's streams and of the platform's name the same thing. */
const webStreamOf = (stream: Readable): ReadableStream<Uint8Array> =>
  Readable.toWeb(stream) as ReadableStream<Uint8Array>;

/**
 * One range of bytes. Several at once, other units and what is malformed mean the whole file, as HTTP allows.
 */
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
