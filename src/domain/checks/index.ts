/** Checks of served figures: what must hold, and how a result is worded. */

export * from "./checks";
export * from "./checkWords";
