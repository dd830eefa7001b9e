import { createHash } from "node:crypto";
import { uniformFloat64 } from "pure-rand/distribution/uniformFloat64";
import { xoroshiro128plusFromState } from "pure-rand/generator/xoroshiro128plus";

/** Numbers that depend on a seed and a key only. */
export interface RandomStream {
  /** In [0, 1). */
  uniform(): number;
  /** In [low, high). */
  between(low: number, high: number): number;
  /** Whole number in [0, below). */
  integer(below: number): number;
  /** Standard normal. */
  normal(): number;
  /** exp(spread × normal), scaled to a mean of 1. */
  logNormal(spread: number): number;
  chance(probability: number): boolean;
  pick<T>(items: readonly [T, ...T[]]): T;
  /** 32 random bits as an unsigned number. */
  bits(): number;
  /** An unrelated stream of the key with more parts; takes nothing from this one. */
  fork(...more: readonly (string | number)[]): RandomStream;
}

/**
 * The stream of a key. Two keys give unrelated streams, so that no entity's
 * figures depend on which others exist or on their order.
 */
export function randomStream(seed: number, ...key: readonly (string | number)[]): RandomStream {
  const digest = createHash("sha256")
    .update(JSON.stringify([seed, ...key]))
    .digest();
  const generator = xoroshiro128plusFromState([0, 4, 8, 12].map((at) => digest.readInt32LE(at)));
  let spare: number | null = null;

  const uniform = () => uniformFloat64(generator);
  const integer = (below: number) => Math.floor(uniform() * below);
  /** Box–Muller: two uniform numbers give two normal ones. */
  const normal = () => {
    if (spare !== null) {
      const value = spare;
      spare = null;
      return value;
    }
    const radius = Math.sqrt(-2 * Math.log(1 - uniform()));
    const angle = 2 * Math.PI * uniform();
    spare = radius * Math.sin(angle);
    return radius * Math.cos(angle);
  };
  return {
    uniform,
    integer,
    normal,
    between: (low, high) => low + (high - low) * uniform(),
    logNormal: (spread) => Math.exp(spread * normal() - (spread * spread) / 2),
    chance: (probability) => uniform() < probability,
    pick: (items) => items[integer(items.length)] ?? items[0],
    bits: () => generator.next() >>> 0,
    fork: (...more) => randomStream(seed, ...key, ...more),
  };
}
