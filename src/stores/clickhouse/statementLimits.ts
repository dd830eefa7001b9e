/** The bytes of a result. The embedded engine returns them in one chunk, which is not copied. */
export async function resultBytes(stream: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of stream) pieces.push(piece);
  const [first] = pieces;
  return pieces.length === 1 && first !== undefined ? first : Buffer.concat(pieces);
}

/**
 * Kills the statement with a mark as its `log_comment`. The mark is ours and consists of UUID characters, so
 * it is inlined: binding it would wait for the statement to kill.
 */
export const killStatementSql = (mark: string) =>
  `KILL QUERY WHERE Settings['log_comment'] = '${mark}' ASYNC`;

/** Limits of one statement of a visitor's request. Imports and derivations have their own, higher ones. */
export const statementLimits = {
  seconds: 15,
  /** Maximum wait for a queue slot, behind statements of its own request and of others. */
  waitSeconds: 20,
  memoryBytes: 1_000_000_000,
} as const;

/** Time limits that override those above. */
export type StatementTimes = Pick<Record<keyof typeof statementLimits, number>, "seconds" | "waitSeconds">;
