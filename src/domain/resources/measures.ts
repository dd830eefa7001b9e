import { acrossOnWire } from "../metrics/aggregationWords";
import { metrics } from "../metrics/catalogue";
import type { Metric } from "../metrics/metric";
import { identityFields } from "./commonFields";
import { catalogField, catalogResource } from "./resource";

/** The metric catalogue as a resource of its own: the data dictionary of figures. */
export const measuresResource = catalogResource<Metric>()({
  slug: "measures",
  aliases: ["metrics"],
  singular: "measure",
  label: "Metrics",
  doc: "Metrics with their units, formulas and sources.",
  slugField: "slug",
  defaultSort: { field: "id", direction: "asc" },
  searchFields: ["name", "slug"],
  rows: () => metrics,
  fields: [
    ...identityFields<Metric>("metric"),
    catalogField({
      name: "slug_aliases",
      type: "strings",
      label: "Other slugs",
      doc: "Aliases accepted for the metric.",
      hint: "Other names of the metric in URLs.",
      read: (row) => row.aliases,
    }),
    catalogField({
      name: "id_aliases",
      type: "ids",
      label: "Other ids",
      doc: "Other ids accepted for the metric.",
      read: (row) => row.idAliases,
    }),
    catalogField({
      name: "label",
      type: "string",
      label: "Label",
      doc: "Short name, used in tables and tiles.",
      read: (row) => row.label,
    }),
    catalogField({
      name: "unit",
      type: "enum",
      values: ["dollar", "token", "percent", "count", "days", "index"],
      label: "Unit",
      doc: "Unit of its values.",
      read: (row) => row.unit,
    }),
    catalogField({
      name: "kind",
      type: "enum",
      values: ["stock", "flow"],
      label: "Kind",
      doc: "Stock: a level at the end of the day. Flow: activity during the day.",
      read: (row) => row.kind,
    }),
    catalogField({
      name: "format_notation",
      type: "enum",
      values: ["compact", "full"],
      label: "Notation",
      doc: "How values are displayed. Compact: abbreviated from one thousand up. Full: all integer digits. `format.notation` of `/meta`.",
      hint: "How values are displayed. Compact: abbreviated from one thousand up. Full: all integer digits.",
      read: (row) => row.format.notation,
    }),
    catalogField({
      name: "format_decimals",
      type: "number",
      label: "Decimals",
      doc: "Maximum number of decimals. `format.decimals` of `/meta`.",
      hint: "Maximum number of decimals.",
      read: (row) => row.format.decimals,
    }),
    catalogField({
      name: "polarity",
      type: "enum",
      values: ["good", "bad", "neutral"],
      label: "Polarity",
      doc: "Whether a higher value is good, bad or neutral.",
      read: (row) => row.polarity,
    }),
    catalogField({
      name: "across_tokens",
      type: "string",
      label: "Across tokens",
      doc: "How values are aggregated across tokens: `sum`, or `weighted by` another metric.",
      hint: "How values are aggregated across tokens: summed, or weighted by another metric.",
      read: (row) => acrossOnWire(row.across),
    }),
    catalogField({
      name: "description",
      type: "text",
      label: "Description",
      doc: "What the metric measures.",
      read: (row) => row.doc,
    }),
    catalogField({
      name: "formula",
      type: "text",
      label: "Formula",
      doc: "How the metric is calculated.",
      read: (row) => row.formula,
    }),
    catalogField({
      name: "source",
      type: "text",
      label: "Source",
      doc: "Where the data comes from.",
      read: (row) => row.source,
    }),
  ],
});
