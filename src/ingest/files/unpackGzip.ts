import { createGunzip } from "node:zlib";
import { FileError } from "../staging/fileError";

/** Input to the unpacker at once. */
const INPUT_BYTES = 16 * 1024;
const OUTPUT_BYTES = 128 * 1024;

/**
 * The unpacked bytes of gzip data with one or more members, with or without zero bytes between and after
 * them, as written by tapes and appending programs. Truncated data yields everything up to its end and calls
 * `onBroken` with the reason.
 * @throws FileError if the data is damaged: earlier output can be wrong too, since the checksum is at the end
 */
export async function* unpackGzip(
  chunks: AsyncIterable<Buffer>,
  onBroken: (reason: string) => void,
): AsyncGenerator<Buffer> {
  let member: Member | null = null;
  try {
    for await (const chunk of chunks) {
      for (let at = 0; at < chunk.length; ) {
        if (member === null) {
          while (chunk[at] === 0) at += 1;
          if (at === chunk.length) break;
          member = openMember();
        }
        const part = chunk.subarray(at, at + INPUT_BYTES);
        const { used, out } = await member.write(part);
        yield* out;
        // The unpacker goes on to a next member by itself, and stops before zero bytes.
        if (member.isOver()) member = null;
        at += used;
      }
    }
    if (member === null) return;
    const { out, breaks } = await member.end();
    yield* out;
    if (breaks !== null) onBroken(`the compressed data is truncated: ${breaks}`);
  } finally {
    member?.close();
  }
}

type Member = ReturnType<typeof openMember>;

function openMember() {
  const unpack = createGunzip({ chunkSize: OUTPUT_BYTES });
  let ready: Buffer[] = [];
  let isOver = false;
  let failure: NodeJS.ErrnoException | null = null;
  unpack.on("data", (chunk: Buffer) => ready.push(chunk));
  const ended = new Promise<void>((resolve) => {
    unpack.on("end", () => {
      isOver = true;
      resolve();
    });
    unpack.on("error", (error) => {
      failure = error;
      resolve();
    });
  });
  const taken = () => {
    const out = ready;
    ready = [];
    return out;
  };
  return {
    isOver: () => isOver,
    /** Number of consumed bytes, and their output. All are consumed except those after the end. */
    async write(part: Buffer): Promise<{ used: number; out: Buffer[] }> {
      const before = unpack.bytesWritten;
      await Promise.race([new Promise<void>((done) => unpack.write(part, () => done())), ended]);
      if (failure !== null) throw damaged(failure);
      return { used: isOver ? unpack.bytesWritten - before : part.length, out: taken() };
    },
    /** The rest of the data, and the reason if it is truncated; null otherwise. */
    async end(): Promise<{ out: Buffer[]; breaks: string | null }> {
      unpack.end();
      await ended;
      if (failure === null) return { out: taken(), breaks: null };
      const { code, message }: NodeJS.ErrnoException = failure;
      if (code !== "Z_BUF_ERROR") throw damaged(failure);
      return { out: taken(), breaks: message };
    },
    close: () => void unpack.destroy(),
  };
}

const damaged = ({ message }: Error) =>
  new FileError(`The compressed data is damaged (${message}); nothing was imported. Download the file again`);
