import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { type FileHandle, open, stat } from "node:fs/promises";
import { gunzipSync, constants as zlib } from "node:zlib";
import { asFileError, FileError } from "../staging/fileError";
import type { TextEncoding } from "./readLines";
import { unpackGzip } from "./unpackGzip";

export type FileForm = "csv" | "jsonl" | "parquet";

export interface OpenedFile {
  path: string;
  /** Bytes on disk. */
  size: number;
  sha256: string;
  gzip: boolean;
  form: FileForm;
  /** From its byte order mark; null for none. */
  encoding: TextEncoding | null;
}

const HEAD_BYTES = 64 * 1024;
/** Small enough that the rows of a chunk are gone before the garbage collector has to move them. */
const CHUNK_BYTES = 128 * 1024;
const HASH_CHUNK_BYTES = 1 << 20;

/**
 * Opens a file: its hash, and its format by its first bytes. Names are not trusted.
 * @throws FileError if it cannot be read, or its format is not supported
 */
export async function openFile(path: string): Promise<OpenedFile> {
  try {
    // Opening a pipe would wait for its other end, and a file is read more than once.
    const found = await stat(path);
    if (!found.isFile() && !found.isDirectory()) {
      throw new FileError("This is a pipe or device: save its output to a file first");
    }
    return await lookAt(path);
  } catch (cause) {
    throw asFileError(cause);
  }
}

async function lookAt(path: string): Promise<OpenedFile> {
  const handle = await open(path, "r");
  try {
    const { size } = await handle.stat();
    const head = await readHead(handle);
    const gzip = head[0] === 0x1f && head[1] === 0x8b;
    const start = gzip ? unpackHead(head) : head;
    const sha256 = await hashOf(path);
    return { path, size, sha256, gzip, form: formOf(start), encoding: markOf(start) };
  } finally {
    await handle.close();
  }
}

async function readHead(handle: FileHandle): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
  return buffer.subarray(0, bytesRead);
}

function unpackHead(head: Buffer): Buffer {
  try {
    return gunzipSync(head, { finishFlush: zlib.Z_SYNC_FLUSH, maxOutputLength: 64 * 1024 * 1024 });
  } catch {
    return Buffer.alloc(0);
  }
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path, { highWaterMark: HASH_CHUNK_BYTES }))
    hash.update(chunk as Buffer);
  return hash.digest("hex");
}

function markOf(start: Buffer): TextEncoding | null {
  if (start[0] === 0xef && start[1] === 0xbb && start[2] === 0xbf) return "utf-8";
  if (start[0] === 0xff && start[1] === 0xfe) return "utf-16le";
  if (start[0] === 0xfe && start[1] === 0xff) return "utf-16be";
  return null;
}

/** Beginnings of files that are often sent by mistake, with what to do about them. */
const unreadable: readonly (readonly [start: string, what: string])[] = [
  ["PK\x03\x04", "This is an Excel workbook or a ZIP archive: save it as CSV, or unzip it"],
  ["\xd0\xcf\x11\xe0", "This is an old Excel workbook: save it as CSV"],
  ["\x1f\x8b", "The file is compressed twice: decompress it once"],
  ["\x28\xb5\x2f\xfd", "The file is compressed with zstd: decompress it, or use gzip"],
  ["\xfd7zXZ", "The file is compressed with xz: decompress it, or use gzip"],
  ["BZh", "The file is compressed with bzip2: decompress it, or use gzip"],
];

function formOf(start: Buffer): FileForm {
  const bytes = start.subarray(0, 8).toString("latin1");
  if (bytes.startsWith("PAR1")) return "parquet";
  const [, what] = unreadable.find(([beginning]) => bytes.startsWith(beginning)) ?? [];
  if (what !== undefined) throw new FileError(what);
  const text = new TextDecoder(markOf(start) ?? "utf-8").decode(start.subarray(0, 256));
  if (/^\s*\[\s*[[{]/.test(text)) {
    throw new FileError("This is a JSON array: JSON Lines files have one object per line");
  }
  return text.trimStart().startsWith("{") ? "jsonl" : "csv";
}

export interface Reading {
  /** Each is valid until the next one is read. */
  chunks: AsyncIterable<Buffer>;
  /** Why the bytes broke off before the end of the file; null while they have not. */
  broken: () => string | null;
}

const ownChunks = (path: string): AsyncIterable<Buffer> =>
  createReadStream(path, { highWaterMark: CHUNK_BYTES });

/** The bytes of a file in the same buffer: a new one for each chunk would keep the garbage collector busy. */
async function* sharedChunks(path: string): AsyncGenerator<Buffer> {
  const handle = await open(path, "r");
  try {
    const buffer = Buffer.alloc(CHUNK_BYTES);
    for (;;) {
      const { bytesRead } = await handle.read(buffer, 0, CHUNK_BYTES, null);
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await handle.close();
  }
}

/**
 * The (unpacked) bytes of a file. A truncated packed file yields everything up to its end; `broken` has the
 * reason.
 * @throws FileError from `chunks` if packed data is damaged: earlier output can be wrong too, since the
 * checksum is at the end
 */
export function readBytes(
  file: Pick<OpenedFile, "path" | "gzip">,
  onBytes: (read: number) => void = () => undefined,
): Reading {
  let broken: string | null = null;
  let read = 0;
  async function* plain(): AsyncGenerator<Buffer> {
    try {
      for await (const chunk of file.gzip ? ownChunks(file.path) : sharedChunks(file.path)) {
        read += chunk.length;
        onBytes(read);
        yield chunk;
      }
    } catch (cause) {
      throw asFileError(cause);
    }
  }
  const unpacked = () =>
    unpackGzip(plain(), (reason) => {
      broken = reason;
    });
  return { chunks: file.gzip ? unpacked() : plain(), broken: () => broken };
}
