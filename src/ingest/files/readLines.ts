import { isUtf8 } from "node:buffer";

export type TextEncoding = "utf-8" | "utf-16le" | "utf-16be" | "latin1" | "windows-1252";

/** One line of a file, or a line that is no text (`reason`). */
export interface LineBatch {
  /** Number of the first line, from 1. */
  first: number;
  lines: string[];
  /** Lines of the batch that were refused, by position, with the reason; `lines` has what can be shown of them. */
  refused: Map<number, string>;
}

/** A longer line is refused, so that a file without line ends cannot fill the memory. */
export const MAX_LINE_BYTES = 1 << 20;

const LF = 10;
const CR = 13;

/**
 * Lines of a file, many at a time, from its (unpacked) bytes. A byte order mark is dropped. The end of the last
 * line may be missing, except where `isBroken` says that the bytes broke off: half a line is then no line.
 */
export async function* readLines(
  chunks: AsyncIterable<Buffer>,
  { encoding, isBroken }: { encoding: TextEncoding; isBroken: () => boolean },
): AsyncGenerator<LineBatch> {
  const bytes = encoding.startsWith("utf-16") ? toUtf8(chunks, encoding) : chunks;
  const decodeBlock = decoder(encoding);
  let rest: Buffer[] = [];
  let restLength = 0;
  let first = 1;
  let lineEnd: number | null = null;
  /** Beginning of a line that is too long, while the rest of it is passed over. */
  let tooLong: Buffer | null = null;

  const take = (block: Buffer): LineBatch => {
    const batch = decodeBlock(block, lineEnd ?? LF, first);
    first += batch.lines.length;
    return batch;
  };
  const refuseLong = (start: Buffer): LineBatch => {
    const line = start.subarray(0, 4096).toString("utf8");
    const batch = {
      first,
      lines: [line],
      refused: new Map([[0, `the line is longer than ${MAX_LINE_BYTES} bytes`]]),
    };
    first += 1;
    return batch;
  };

  for await (let chunk of bytes) {
    if (chunk.length === 0) continue;
    // Files of old have carriage returns alone; nothing else has a first line without a line feed.
    if (lineEnd === null && restLength === 0) lineEnd = !chunk.includes(LF) && chunk.includes(CR) ? CR : LF;
    const end: number = lineEnd ?? LF;
    if (tooLong !== null) {
      const next = chunk.indexOf(end);
      if (next < 0) continue;
      yield refuseLong(tooLong);
      tooLong = null;
      chunk = chunk.subarray(next + 1);
    }
    const last = chunk.lastIndexOf(end);
    if (last >= 0) {
      yield take(Buffer.concat([...rest, chunk.subarray(0, last)]));
      rest = [];
      restLength = 0;
    }
    const remainder = chunk.subarray(last + 1);
    rest.push(Buffer.from(remainder));
    restLength += remainder.length;
    if (restLength > MAX_LINE_BYTES) {
      tooLong = Buffer.concat(rest);
      rest = [];
      restLength = 0;
    }
  }
  if (isBroken()) return;
  if (tooLong !== null) yield refuseLong(tooLong);
  else if (restLength > 0) yield take(Buffer.concat(rest));
}

async function* toUtf8(chunks: AsyncIterable<Buffer>, encoding: TextEncoding): AsyncGenerator<Buffer> {
  const decode = new TextDecoder(encoding);
  for await (const chunk of chunks) yield Buffer.from(decode.decode(chunk, { stream: true }), "utf8");
  yield Buffer.from(decode.decode(), "utf8");
}

/** Splits a block of whole lines into text. UTF-8 is checked as a block first: one pass where all is well. */
function decoder(encoding: TextEncoding) {
  const single =
    encoding === "latin1" || encoding === "windows-1252" ? new TextDecoder("windows-1252") : null;
  return (block: Buffer, lineEnd: number, first: number): LineBatch => {
    const refused = new Map<number, string>();
    const mark = String.fromCharCode(lineEnd);
    const valid = single !== null || isUtf8(block);
    const text = single === null ? block.toString("utf8") : single.decode(block);
    const lines = text.split(mark);
    if (first === 1 && lines[0]?.startsWith("\uFEFF")) lines[0] = lines[0].slice(1);
    if (!valid || encoding.startsWith("utf-16")) {
      let start = 0;
      for (let i = 0; i < lines.length; i += 1) {
        const end = block.indexOf(lineEnd, start);
        const line = block.subarray(start, end < 0 ? block.length : end);
        start = end < 0 ? block.length : end + 1;
        if (!isUtf8(line)) refused.set(i, "the line is not valid UTF-8: declare the encoding in the mapping");
        else if (encoding.startsWith("utf-16") && lines[i]?.includes("\uFFFD")) {
          refused.set(i, `the line is not valid ${encoding.toUpperCase()}`);
        }
      }
    }
    return { first, lines, refused };
  };
}
