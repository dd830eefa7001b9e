import { assetsResource, factStating, fieldByName, type ResourceRow } from "#domain";
import { textOf } from "../../format/textOf";

/** Facts by date, the newest first; of one date, and of none, those that were added last. */
export const newestFirst = (facts: readonly ResourceRow[]): ResourceRow[] => {
  const dateOf = ({ date }: ResourceRow) => textOf(date) ?? "";
  return facts.toSorted((a, b) =>
    dateOf(a) === dateOf(b) ? Number(b.id) - Number(a.id) : dateOf(a) < dateOf(b) ? 1 : -1,
  );
};

/**
 * The fact that states what is shown of a field of an asset: its value, or else the words that stand for it.
 *
 * @param facts the newest first
 */
export function sourceFact(
  field: string,
  asset: ResourceRow,
  facts: readonly ResourceRow[],
): ResourceRow | undefined {
  const note = fieldByName(assetsResource, field)?.noteField;
  return [field, ...(note == null ? [] : [note])]
    .map((name) => factStating({ field: name, value: asset[name] }, facts))
    .find((fact) => fact !== undefined);
}
