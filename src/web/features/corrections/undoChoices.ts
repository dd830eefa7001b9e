/** Which figures of an import are to be taken back. */
export interface UndoChoices {
  /** `YYYY-MM-DD`; empty for all days. */
  from: string;
  to: string;
  /** Names; none for all. */
  metrics: readonly string[];
  entities: readonly string[];
  /** Further assets and tokens, separated by commas or spaces. */
  further: string;
}

export const everything: UndoChoices = { from: "", to: "", metrics: [], entities: [], further: "" };

/** The request of a preview or an undo. */
export const undoRequest = (id: number, { from, to, metrics, entities, further }: UndoChoices) => ({
  source: String(id),
  from: from === "" ? null : from,
  to: to === "" ? null : to,
  metrics: [...metrics],
  entities: [...new Set([...entities, ...further.split(/[\s,]+/).filter((name) => name !== "")])],
});

/** Why the days cannot be chosen; null if they can. */
export const daysProblem = ({ from, to }: Pick<UndoChoices, "from" | "to">): string | null =>
  from !== "" && to !== "" && from > to ? "The last day is before the first one." : null;
