/** Many clients read an answer only once their request is sent whole: what is too much is read on for so long. */
const DROP_MS = 500;

/**
 * The body of a request, kept no further than it may be long, so that nobody can fill our memory.
 * @returns null where it is too large, undefined where there is none
 */
export async function limitedBody({ body }: Request, maxBytes: number): Promise<Buffer | null | undefined> {
  if (body === null) return undefined;
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    size += next.value.length;
    if (size > maxBytes) {
      await drop(reader);
      return null;
    }
    chunks.push(next.value);
  }
  return Buffer.concat(chunks);
}

/** Reads to the end and keeps nothing, for a moment at most. */
async function drop(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  const stop = setTimeout(() => void reader.cancel().catch(() => undefined), DROP_MS);
  try {
    while (!(await reader.read()).done);
  } catch {
    // Whoever sent it has gone: there is nobody to wait for.
  } finally {
    clearTimeout(stop);
  }
}
