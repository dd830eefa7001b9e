import { isUtf8 } from "node:buffer";
import { type Refusal, refuse } from "../staging/parsed";

export type TextEncoding = "utf-8" | "utf-16le" | "utf-16be" | "latin1" | "windows-1252";

/** Lines of a file. Lines with invalid text are in `refused`. */
export interface LineBatch {
  /** Number of the first line, from 1. */
  first: number;
  lines: string[];
  /** Rejected lines of the batch, by position, with the reason; `lines` has their displayable text. */
  refused: Map<number, Refusal>;
}

/**
 * Reads a block of whole lines from its bytes, `first` being the number of its first line.
 * @returns how many lines it has; null to have them decoded
 */
export type BlockReader = (block: Buffer, at: { first: number; lineEnd: number }) => number | null;

/** A longer line is rejected, so that a file without line ends cannot fill the memory. */
export const MAX_LINE_BYTES = 1 << 20;

const tooLongLine = refuse("line too long", `the line is longer than ${MAX_LINE_BYTES} bytes`);
const notUtf8 = refuse(
  "line is not valid UTF-8",
  "the line is not valid UTF-8: declare the encoding in the mapping",
);

const LF = 10;
const CR = 13;

/**
 * Lines of a file, many at a time, from its (unpacked) bytes. A byte order mark is dropped. The end of the last
 * line may be missing, except where `isBroken` says that the bytes broke off: half a line is then no line.
 * @param readBlock is called first for each block of UTF-8; a block that it reads yields no lines
 */
export async function* readLines(
  chunks: AsyncIterable<Buffer>,
  {
    encoding,
    isBroken,
    readBlock,
  }: { encoding: TextEncoding; isBroken: () => boolean; readBlock?: BlockReader | undefined },
): AsyncGenerator<LineBatch> {
  const bytes = encoding.startsWith("utf-16") ? toUtf8(chunks, encoding) : chunks;
  const decodeBlock = decoder(encoding);
  const joined = blockJoiner();
  let rest: Buffer[] = [];
  let restLength = 0;
  let first = 1;
  let lineEnd: number | null = null;
  /** Beginning of a line that is too long, while the rest of it is passed over. */
  let tooLong: Buffer | null = null;

  const take = (block: Buffer): LineBatch => {
    const count =
      encoding === "utf-8" ? (readBlock?.(block, { first, lineEnd: lineEnd ?? LF }) ?? null) : null;
    if (count !== null) {
      first += count;
      return { first, lines: [], refused: new Map() };
    }
    const batch = decodeBlock(block, lineEnd ?? LF, first);
    first += batch.lines.length;
    return batch;
  };
  const refuseLong = (start: Buffer): LineBatch => {
    const line = start.subarray(0, 4096).toString("utf8");
    const batch = {
      first,
      lines: [line],
      refused: new Map<number, Refusal>([[0, tooLongLine]]),
    };
    first += 1;
    return batch;
  };

  for await (let chunk of bytes) {
    if (chunk.length === 0) continue;
    // Files of old have carriage returns alone. One at the very end of a chunk may belong to a line feed.
    if (lineEnd === null && chunk.includes(LF)) lineEnd = LF;
    else if (lineEnd === null && chunk.subarray(0, -1).includes(CR)) lineEnd = CR;
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
      yield take(joined(rest, chunk.subarray(0, last)));
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

/** Joins the parts of blocks, one block at a time, in the same buffer. */
function blockJoiner() {
  let buffer = Buffer.alloc(0);
  return (rest: readonly Buffer[], last: Buffer): Buffer => {
    const length = rest.reduce((sum, part) => sum + part.length, last.length);
    if (length > buffer.length) buffer = Buffer.alloc(2 * length);
    let at = 0;
    for (const part of [...rest, last]) at += part.copy(buffer, at);
    return buffer.subarray(0, length);
  };
}

async function* toUtf8(chunks: AsyncIterable<Buffer>, encoding: TextEncoding): AsyncGenerator<Buffer> {
  const decode = new TextDecoder(encoding);
  for await (const chunk of chunks) yield Buffer.from(decode.decode(chunk, { stream: true }), "utf8");
  yield Buffer.from(decode.decode(), "utf8");
}

/** What Windows-1252 has in place of the control characters 0x80 to 0x9f of Latin-1; the five gaps stay. */
const WINDOWS_1252 = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ";

/** As `TextDecoder("windows-1252")` should, which in Node 20 reads Latin-1 instead. */
const fromWindows1252 = (block: Buffer) =>
  block.toString("latin1").replace(/[\u0080-\u009f]/g, (c) => WINDOWS_1252[c.charCodeAt(0) - 0x80] ?? c);

/** Splits a block of whole lines into text. UTF-8 is checked as a block first: one pass where all is well. */
function decoder(encoding: TextEncoding) {
  const oneByte = encoding === "latin1" || encoding === "windows-1252";
  return (block: Buffer, lineEnd: number, first: number): LineBatch => {
    const refused = new Map<number, Refusal>();
    const mark = String.fromCharCode(lineEnd);
    const valid = oneByte || isUtf8(block);
    const text = oneByte ? fromWindows1252(block) : block.toString("utf8");
    const lines = text.split(mark);
    if (first === 1 && lines[0]?.startsWith("\uFEFF")) lines[0] = lines[0].slice(1);
    if (!valid || encoding.startsWith("utf-16")) {
      let start = 0;
      for (let i = 0; i < lines.length; i += 1) {
        const end = block.indexOf(lineEnd, start);
        const line = block.subarray(start, end < 0 ? block.length : end);
        start = end < 0 ? block.length : end + 1;
        if (!isUtf8(line)) refused.set(i, notUtf8);
        else if (encoding.startsWith("utf-16") && lines[i]?.includes("\uFFFD")) {
          const name = encoding.toUpperCase();
          refused.set(i, refuse(`line is not valid ${name}`, `the line is not valid ${name}`));
        }
      }
    }
    return { first, lines, refused };
  };
}
