/** What a reader chooses on a page beside its chart and its table, as it stands in the address. */
import { picked } from "./picked";

const readers = {
  /** What the list of new arrivals is of; assets by default. */
  kind: picked(["token"]),
};

export type PageChoices = { [Name in keyof typeof readers]?: ReturnType<(typeof readers)[Name]> };

/** Part of a route's `validateSearch`: keeps what is valid and drops the rest. */
export const readPageChoices = (raw: Record<string, unknown>): PageChoices =>
  // Every part is named: what is left out here, the router would take from the address as it stands.
  ({ kind: readers.kind(raw.kind) });
