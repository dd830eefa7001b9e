import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { createGunzip, gunzipSync, constants as zlib } from "node:zlib";
import type { TextEncoding } from "./readLines";

export type FileForm = "csv" | "jsonl" | "parquet";

export interface OpenedFile {
  path: string;
  /** Bytes on disk. */
  size: number;
  sha256: string;
  gzip: boolean;
  form: FileForm;
  /** From its byte order mark; null where there is none. */
  encoding: TextEncoding | null;
}

const HEAD_BYTES = 64 * 1024;
/** Small enough that the rows of a chunk are gone before the garbage collector has to move them. */
const CHUNK_BYTES = 128 * 1024;
const HASH_CHUNK_BYTES = 1 << 20;
/** Input to the unpacker at once: what a damaged file loses before the damage is at most what this unpacks to. */
const GZIP_INPUT_BYTES = 16 * 1024;

/** Looks at a file: its hash, and what its first bytes say it is. Names are not trusted. */
export async function openFile(path: string): Promise<OpenedFile> {
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

function formOf(start: Buffer): FileForm {
  if (start.subarray(0, 4).toString("latin1") === "PAR1") return "parquet";
  const encoding = markOf(start);
  const text = new TextDecoder(encoding ?? "utf-8").decode(start.subarray(0, 256));
  return text.trimStart().startsWith("{") ? "jsonl" : "csv";
}

export interface Reading {
  chunks: AsyncIterable<Buffer>;
  /** Why the bytes broke off before the end of the file; null while they have not. */
  broken: () => string | null;
}

/**
 * The (unpacked) bytes of a file. A packed file that breaks off or is damaged gives everything up to there and
 * then ends; `broken` has the reason.
 */
export function readBytes(
  file: Pick<OpenedFile, "path" | "gzip">,
  onBytes: (read: number) => void = () => undefined,
): Reading {
  let broken: string | null = null;
  let read = 0;
  async function* plain(): AsyncGenerator<Buffer> {
    for await (const chunk of createReadStream(file.path, { highWaterMark: CHUNK_BYTES })) {
      read += (chunk as Buffer).length;
      onBytes(read);
      yield chunk as Buffer;
    }
  }
  async function* unpacked(): AsyncGenerator<Buffer> {
    const unpack = createGunzip({ chunkSize: CHUNK_BYTES });
    let ready: Buffer[] = [];
    let failure: Error | null = null;
    unpack.on("data", (chunk: Buffer) => ready.push(chunk));
    const failed = new Promise<void>((resolve) => {
      unpack.on("error", (error) => {
        failure = error;
        resolve();
      });
    });
    const ended = new Promise<void>((resolve) => unpack.on("end", resolve));
    const step = async (act: (done: () => void) => void) => {
      await Promise.race([new Promise<void>(act), failed]);
      const out = ready;
      ready = [];
      return out;
    };
    for await (const chunk of plain()) {
      for (let at = 0; at < chunk.length && failure === null; at += GZIP_INPUT_BYTES) {
        const part = chunk.subarray(at, at + GZIP_INPUT_BYTES);
        yield* await step((done) => unpack.write(part, () => done()));
      }
      if (failure !== null) break;
    }
    if (failure === null) {
      unpack.end();
      yield* await step((done) => void ended.then(done));
    }
    if (failure !== null) broken = `the packed data is damaged or breaks off: ${(failure as Error).message}`;
    unpack.destroy();
  }
  return { chunks: file.gzip ? unpacked() : plain(), broken: () => broken };
}
