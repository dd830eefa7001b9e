/** The shape of a line under `catalog/evidence/`: one fact about one asset, with the document that states it. */
import { z } from "zod";
import { type Evidence, evidenceStates, thirdPartyKinds } from "../evidence/evidence";
import {
  type DetailName,
  type DetailValue,
  type EvidenceDetail,
  evidenceDetails,
  evidenceKindNamed,
  evidenceKindNames,
  evidenceKinds,
  qualifiersOf,
} from "../evidence/evidenceKinds";
import { catalogDate, catalogId, catalogSlug, httpUrl, partialDate } from "./valueSchemas";

const regionNames = new Intl.DisplayNames(["en"], { type: "region", fallback: "none" });
const countryCode = z
  .string()
  .refine((code) => /^[A-Z]{2}$/.test(code) && regionNames.of(code) !== undefined, {
    error: "must be an ISO 3166-1 alpha-2 country code",
  });

/** A text of ours beside figures and names: short, on one line. */
const words = z.string().trim().min(1).max(240);

function detailSchema({ type, values, isCountry }: EvidenceDetail): z.ZodType<DetailValue> {
  const text = isCountry ? countryCode : words;
  switch (type) {
    case "number":
      return z.number().nonnegative().nullable().default(null);
    case "boolean":
      return z.boolean().nullable().default(null);
    case "enum":
      return z
        .enum(values ?? [])
        .nullable()
        .default(null);
    case "strings":
      return z.array(values ? z.enum(values) : text).default([]);
    case "string":
      return text.nullable().default(null);
  }
}

// One entry for each detail: their names are the keys.
const details = Object.fromEntries(
  evidenceKinds.flatMap((kind) =>
    kind.details.map((detail) => [
      detail.name,
      detailSchema(detail).describe(`${kind.singular}: ${detail.doc}`),
    ]),
  ),
) as { [Name in DetailName]: z.ZodType<DetailValue> };

const isGiven = (value: DetailValue): boolean => (Array.isArray(value) ? value.length > 0 : value !== null);

/**
 * Problems by field and reason: a detail of another kind, a fact without any value, or further details of a
 * fact that there is none.
 */
function problemsOf(row: Evidence): { field: string; reason: string }[] {
  const problems: { field: string; reason: string }[] = [];
  const kind = evidenceKindNamed(row.kind);
  if (kind === undefined) return problems;
  const own = kind.details.map(({ name }) => name);
  const given = evidenceDetails.map(({ name }) => name).filter((name) => isGiven(row[name]));
  for (const field of given.filter((name) => !own.includes(name))) {
    problems.push({ field, reason: `does not apply to ${row.kind}; use one of ${own.join(", ")}` });
  }
  const said = given.filter((name) => own.includes(name));
  if (row.state === "known" && said.length === 0) {
    problems.push({ field: "state", reason: `a known ${row.kind} needs at least one of ${own.join(", ")}` });
  }
  if (row.state === "none") {
    for (const field of said.filter((name) => !qualifiersOf(kind).includes(name))) {
      problems.push({ field, reason: `must be omitted if there is known to be no ${row.kind}` });
    }
  }
  for (const { detail, opposite } of kind.lists) {
    if (opposite === undefined || !isGiven(row[opposite])) continue;
    const contrary = [row[opposite]].flat();
    for (const value of [row[detail]].flat().filter((one) => one !== null && contrary.includes(one))) {
      problems.push({ field: detail, reason: `${value} is also in ${opposite}` });
    }
  }
  if (row.period_start !== null && row.period_end !== null && row.period_end < row.period_start) {
    problems.push({ field: "period_end", reason: "must not be before period_start" });
  }
  return problems;
}

export const evidenceSchema = z
  .strictObject({
    id: catalogId,
    asset: catalogSlug.describe("slug of the asset; the file name without its extension"),
    kind: z.enum(evidenceKindNames),
    state: z
      .enum(evidenceStates)
      .describe("none if the document says there is nothing of the kind; unknown facts have no line"),
    stated: partialDate
      .nullable()
      .default(null)
      .describe("date of the document, as precisely as stated: 2025, 2025-05 or 2025-05-31; null if undated"),
    period_start: catalogDate.nullable().default(null).describe("first day the fact covers"),
    period_end: catalogDate.nullable().default(null).describe("last day the fact covers"),
    ...details,
    summary: words.nullable().default(null).describe("anything the details do not cover, in our own words"),
    document: z.string().min(1).max(160).describe("title of the document that states it"),
    publisher: z.string().min(1).max(80).describe("who published the document"),
    third_party: z
      .enum(thirdPartyKinds)
      .nullable()
      .default(null)
      .describe("what the document is, unless a party of the asset or an authority published it"),
    source: httpUrl.describe("public URL of the document"),
  })
  .superRefine((row, context) => {
    for (const { field, reason } of problemsOf(row)) {
      context.addIssue({ code: "custom", path: [field], message: reason });
    }
  });
