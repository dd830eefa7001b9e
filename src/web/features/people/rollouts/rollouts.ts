import * as v from "valibot";
import { readSessionItem, writeSessionItem } from "../session/sessionItem";
import { ROLLOUTS_KEY } from "../session/storageKeys";

/**
 * Features that are given to a share of visitors. A decision is made once per
 * tab and remembered in session storage, so that a visitor does not see the
 * product change under their hands.
 */
export const rollouts = {
  /** Whether somebody who has signed in must complete their profile. */
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

/** Picks by share. @param chance from 0 up to but not including 1 */
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

/** The variant that this tab has: the remembered one, or one picked and remembered now. */
export function rolloutVariant<Name extends RolloutName>(name: Name): RolloutVariant<Name> {
  const rollout = rollouts[name];
  const decisions = readDecisions();
  const remembered = rollout.variants.find((variant) => variant === decisions[name]);
  if (remembered !== undefined) return remembered;
  const picked = pickVariant(rollout, Math.random());
  writeDecisions({ ...decisions, [name]: picked });
  return rollout.variants.find((variant) => variant === picked) ?? rollout.variants[0];
}
