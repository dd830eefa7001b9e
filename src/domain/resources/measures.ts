import { metrics } from "../metrics/catalogue";
import type { Metric } from "../metrics/metric";
import { identityFields } from "./commonFields";
import { catalogField, catalogResource } from "./resource";

/** The metric catalogue as a resource of its own: the data dictionary of figures. */
export const measuresResource = catalogResource<Metric>()({
  slug: "measures",
  aliases: ["metrics"],
  singular: "measure",
  label: "Measures",
  doc: "Metrics that are kept, with their units, formulas and sources.",
  slugField: "slug",
  defaultSort: { field: "id", direction: "asc" },
  searchFields: ["name", "slug"],
  rows: () => metrics,
  fields: [
    ...identityFields<Metric>("measure"),
    catalogField({
      name: "slug_aliases",
      type: "strings",
      label: "Other slugs",
      doc: "Other slugs that mean the measure.",
      read: (row) => row.aliases,
    }),
    catalogField({
      name: "label",
      type: "string",
      label: "Label",
      doc: "Short name, for columns and tiles.",
      read: (row) => row.label,
    }),
    catalogField({
      name: "unit",
      type: "enum",
      values: ["dollar", "token", "percent", "count", "days", "index"],
      label: "Unit",
      doc: "What it is counted in.",
      read: (row) => row.unit,
    }),
    catalogField({
      name: "kind",
      type: "enum",
      values: ["stock", "flow"],
      label: "Kind",
      doc: "Stock: a level at the end of a day. Flow: what happened during a day.",
      read: (row) => row.kind,
    }),
    catalogField({
      name: "format_notation",
      type: "enum",
      values: ["compact", "full"],
      label: "Notation",
      doc: "How its values are written. Compact: shortened from a thousand on. Full: every digit before the point. `format.notation` of `/meta`.",
      read: (row) => row.format.notation,
    }),
    catalogField({
      name: "format_decimals",
      type: "number",
      label: "Decimals",
      doc: "Decimals at most. `format.decimals` of `/meta`.",
      read: (row) => row.format.decimals,
    }),
    catalogField({
      name: "polarity",
      type: "enum",
      values: ["good", "bad", "neutral"],
      label: "Polarity",
      doc: "Whether more of it is good, bad or neither.",
      read: (row) => row.polarity,
    }),
    catalogField({
      name: "across_tokens",
      type: "string",
      label: "Across tokens",
      doc: "How the values of several tokens make one: `sum`, or `weighted by` another measure.",
      read: ({ across }) => (across.rule === "sum" ? "sum" : `weighted by ${across.weight}`),
    }),
    catalogField({
      name: "description",
      type: "text",
      label: "Description",
      doc: "What it says.",
      read: (row) => row.doc,
    }),
    catalogField({
      name: "formula",
      type: "text",
      label: "Formula",
      doc: "How it is computed.",
      read: (row) => row.formula,
    }),
    catalogField({
      name: "source",
      type: "text",
      label: "Source",
      doc: "Where its observations come from.",
      read: (row) => row.source,
    }),
  ],
});
