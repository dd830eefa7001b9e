/** What one part of the process keeps in memory. */
export interface HeldMemory {
  bytes: number;
  /** It never keeps more than this. */
  bound: number;
}

const holders = new Map<string, () => HeldMemory>();

/** Lets `heldMemory` tell of a part of the process. Of parts with the same name the last one is told of. */
export function tellsMemory(name: string, measure: () => HeldMemory): void {
  holders.set(name, measure);
}

/** What the caches of this process keep, by name, in the order in which they were made. */
export const heldMemory = (): ReadonlyMap<string, HeldMemory> =>
  new Map([...holders].map(([name, measure]) => [name, measure()]));
