import { type RolloutName, readDecisions, rollouts, writeDecisions } from "./rollouts";

/** Helpers for the browser's console, as `window.cadastreRollouts`; docs/browser-state.md describes them. */
export interface RolloutHelpers {
  /** Every rollout with its variants and the decision of this tab. */
  list: () => { name: string; variants: readonly string[]; decision: string | null }[];
  /** Sets the variant of this tab from the next page on. @throws for unknown names */
  force: (name: string, variant: string) => void;
  /** Removes one decision, or all, so that variants are picked again. */
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

/** Installs the helpers on the window. They do not affect decisions of the server. */
export const exposeRolloutHelpers = (): void => {
  window.cadastreRollouts = helpers;
};
