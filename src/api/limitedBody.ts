/**
 * The body of a request, read no further than it may be long, so that nobody can fill our memory.
 * @returns null where it is too large, undefined where there is none
 */
export async function limitedBody({ body }: Request, maxBytes: number): Promise<Buffer | null | undefined> {
  if (body === null) return undefined;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > maxBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
