/**
 * Which of the figures that several providers report for one listing, metric and day is served: one of the provider
 * that is named first, and otherwise the one that was stored last. Whatever chooses between observations asks here.
 */
import type { StatementReader } from "./marketStore";
import { readSetting } from "./readSetting";

export const SOURCE_PRECEDENCE_SETTING = "source_precedence";

/** The providers that were named, as rows keep them; the first one prevails. */
export async function readSourcePrecedence(store: StatementReader): Promise<string[]> {
  const value = await readSetting(store, SOURCE_PRECEDENCE_SETTING);
  return value === null ? [] : (JSON.parse(value) as string[]);
}

/**
 * How high a row of `observations` ranks among those of the same figure: the one with the highest standing is served,
 * of several the one with the highest `version`, and of several of those the one whose `provider` sorts last, so that every
 * reader chooses the same.
 * @param precedence SQL of the array that `readSourcePrecedence` gives
 */
export const standingSql = (precedence: string): string => `indexOf(arrayReverse(${precedence}), provider)`;
