import * as v from "valibot";
import { subjectTypes } from "#domain/resources";

const optional = <const Schema extends v.GenericSchema>(schema: Schema) =>
  v.fallback(v.optional(schema), undefined);

const search = v.object({
  /** `organization` for those of the organization. */
  of: optional(v.literal("organization")),
  /** Id of the edited watch. */
  edit: optional(v.string()),
  /** Subject of a new watch. */
  type: optional(v.picklist(subjectTypes)),
  id: optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
  metric: optional(v.string()),
});
export type WatchSearch = v.InferOutput<typeof search>;

/** Reads the search parameters of the watches page and drops invalid ones. */
export const readWatchSearch = (raw: object): WatchSearch => v.parse(search, raw);
