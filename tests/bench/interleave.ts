/**
 * Alternates between candidates: one run of each, then one of each again, so that other load on the machine affects
 * all of them alike. Each candidate returns its own figure (milliseconds, requests per second …).
 */
export async function interleave<Name extends string>(
  rounds: number,
  candidates: Readonly<Record<Name, () => Promise<number>>>,
): Promise<Record<Name, number[]>> {
  const names = Object.keys(candidates) as Name[];
  const figures = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  for (let round = 0; round < rounds; round += 1) {
    // Every other round runs in reverse, so no candidate always follows the same one.
    for (const name of round % 2 === 0 ? names : names.toReversed())
      figures[name].push(await candidates[name]());
  }
  return figures;
}

/** Measures milliseconds. */
export const timed = (work: () => Promise<unknown>) => async (): Promise<number> => {
  const start = performance.now();
  await work();
  return performance.now() - start;
};

export function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return low === undefined || high === undefined ? Number.NaN : (low + high) / 2;
}
