import * as v from "valibot";
import { subjectTypes } from "#domain";

const optional = <const Schema extends v.GenericSchema>(schema: Schema) =>
  v.fallback(v.optional(schema), undefined);

const search = v.object({
  /** `organization` for those of the organization. */
  of: optional(v.literal("organization")),
  /** Id of the watch that is changed. */
  edit: optional(v.string()),
  /** What a new watch is about. */
  type: optional(v.picklist(subjectTypes)),
  id: optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
  metric: optional(v.string()),
});
export type WatchSearch = v.InferOutput<typeof search>;

/** What the address of the page of watches says. What is wrong in it is left out. */
export const readWatchSearch = (raw: object): WatchSearch => v.parse(search, raw);
