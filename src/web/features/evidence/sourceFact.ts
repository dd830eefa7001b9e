import type { ResourceRow } from "#domain/api";
import { factStating } from "#domain/evidence";
import { assetsResource, fieldByName } from "#domain/resources";
import { textOf } from "../../format/textOf";

/** Facts by date, newest first; with equal or no dates, the last added first. */
export const newestFirst = (facts: readonly ResourceRow[]): ResourceRow[] => {
  const dateOf = ({ date }: ResourceRow) => textOf(date) ?? "";
  return facts.toSorted((a, b) =>
    dateOf(a) === dateOf(b) ? Number(b.id) - Number(a.id) : dateOf(a) < dateOf(b) ? 1 : -1,
  );
};

/**
 * The source of a field's value: the fact with the value, else with the text in its place.
 *
 * @param facts newest first
 */
export function sourceFact(
  field: string,
  asset: ResourceRow,
  facts: readonly ResourceRow[],
): ResourceRow | undefined {
  const note = fieldByName(assetsResource, field)?.links.note;
  return [field, ...(note == null ? [] : [note])]
    .map((name) => factStating({ field: name, value: asset[name] }, facts))
    .find((fact) => fact !== undefined);
}
