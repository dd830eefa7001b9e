import * as v from "valibot";
import { readSessionItem, writeSessionItem } from "../session/sessionItem";
import { ROLLOUTS_KEY } from "../session/storageKeys";

/**
 * Features for a share of visitors. Each decision is picked once per tab and kept in session storage, so that
 * features do not change during a visit.
 */
export const rollouts = {
  /** Whether users must complete their profile after sign-in. */
  "popup-auth": { variants: ["forced-auth", "optional-auth"], share: [1, 0] },
} as const;

export type RolloutName = keyof typeof rollouts;
export type RolloutVariant<Name extends RolloutName> = (typeof rollouts)[Name]["variants"][number];

const decisionsSchema = v.record(v.string(), v.string());

export function readDecisions(): Record<string, string> {
  try {
    return v.parse(decisionsSchema, JSON.parse(readSessionItem(ROLLOUTS_KEY) ?? "{}"));
  } catch {
    return {};
  }
}

export const writeDecisions = (decisions: Record<string, string>): void =>
  writeSessionItem(ROLLOUTS_KEY, JSON.stringify(decisions));

/** Picks a variant by share. @param chance from 0 up to but not including 1 */
export function pickVariant(
  { variants, share }: { variants: readonly string[]; share: readonly number[] },
  chance: number,
): string {
  const total = share.reduce((sum, part) => sum + part, 0);
  let left = chance * total;
  for (const [index, variant] of variants.entries()) {
    left -= share[index] ?? 0;
    if (left < 0) return variant;
  }
  return variants[0] ?? "";
}

/** The stored variant of this tab, or a newly picked one, which is then stored. */
export function rolloutVariant<Name extends RolloutName>(name: Name): RolloutVariant<Name> {
  const rollout = rollouts[name];
  const decisions = readDecisions();
  const remembered = rollout.variants.find((variant) => variant === decisions[name]);
  if (remembered !== undefined) return remembered;
  const picked = pickVariant(rollout, Math.random());
  writeDecisions({ ...decisions, [name]: picked });
  return rollout.variants.find((variant) => variant === picked) ?? rollout.variants[0];
}
