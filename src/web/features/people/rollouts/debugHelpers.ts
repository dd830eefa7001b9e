import { type RolloutName, readDecisions, rollouts, writeDecisions } from "./rollouts";

/** Helpers for the browser's console, as `window.cadastreRollouts`; docs/browser-state.md describes them. */
export interface RolloutHelpers {
  /** Every rollout, its variants and what this tab has. */
  list: () => { name: string; variants: readonly string[]; decision: string | null }[];
  /** Gives this tab a variant, from the next page on. @throws for names that do not exist */
  force: (name: string, variant: string) => void;
  /** Forgets one decision, or all, so that they are made anew. */
  clear: (name?: string) => void;
}

declare global {
  interface Window {
    cadastreRollouts?: RolloutHelpers;
  }
}

const isRollout = (name: string): name is RolloutName => Object.hasOwn(rollouts, name);

const helpers: RolloutHelpers = {
  list: () => {
    const decisions = readDecisions();
    return Object.entries(rollouts).map(([name, { variants }]) => ({
      name,
      variants,
      decision: decisions[name] ?? null,
    }));
  },
  force: (name, variant) => {
    if (!isRollout(name)) {
      throw new Error(`There is no rollout "${name}". There are: ${Object.keys(rollouts).join(", ")}.`);
    }
    const { variants } = rollouts[name];
    if (!variants.some((known) => known === variant)) {
      throw new Error(`"${name}" has no variant "${variant}". It has: ${variants.join(", ")}.`);
    }
    writeDecisions({ ...readDecisions(), [name]: variant });
  },
  clear: (name) => {
    const { [name ?? ""]: _, ...others } = readDecisions();
    writeDecisions(name === undefined ? {} : others);
  },
};

/** Puts the helpers on the window. They change nothing that the server decides. */
export const exposeRolloutHelpers = (): void => {
  window.cadastreRollouts = helpers;
};
