/**
 * Schemas of the responses of the data API, from which the types of `wire.ts` and the OpenAPI document are
 * derived. Unknown values are null, never 0. Dates are `YYYY-MM-DD`, instants ISO 8601 in UTC.
 */
import { z } from "zod";
import { type MetricPart, metricParts } from "../metrics/lookbacks";
import { aggregateFunctions, polarities, units } from "../metrics/metric";
import { filterOperators } from "../query/operators";
import { aggregateModes, cursorEnds, type Filter, intervals } from "../query/query";
import { entityKinds, entityTypes, subjectTypes } from "../resources/entities";
import { fieldTypes } from "../resources/resource";
import { precedenceScopes } from "../vocabulary/serviceProviderRoles";

const sampleMark = z.boolean().optional().describe("Whether any of the figures is sample data.");

const list = <T extends z.ZodType>(of: T) => z.array(of).readonly();
const texts = list(z.string());
const count = z.int().min(0);
const figure = z.number().nullable();

export const metricValueSchema = z
  .object(Object.fromEntries(metricParts.map((part) => [part, figure])) as Record<MetricPart, typeof figure>)
  .readonly()
  .describe("Latest value, past values, and change in the metric's unit and in percent. Null if unknown.");

const fieldValueSchema = z.union([z.string(), z.number(), z.boolean(), z.null(), list(z.number()), texts]);

const addressPointSchema = z.object({
  date: z.string().describe("Day, UTC."),
  units: z.number().describe("Balance at the end of the day, rounded to double precision."),
  value_dollar: figure.describe("Its value; null if the value of one unit on that day is unknown."),
});

const addressTokenSchema = z.object({
  token_id: z.number(),
  asset: z.object({ slug: z.string(), name: z.string() }),
  symbol: z.string(),
  balance: z.string().describe("Exact balance with all decimal places of the token."),
  units: z.number().describe("The same, rounded to double precision."),
  share_percent: figure.describe("Balance as a share of total supply on the network."),
  value_dollar: figure,
  since: z.string().nullable().describe("First day of the present holding; null if the balance is zero."),
  first_active: z.string().describe("First day with a transfer."),
  last_active: z.string().describe("Last day with a transfer."),
  date: z.string().describe("Day of whose end the balance is: the last day of the ledger of the token."),
  points: list(addressPointSchema).describe(
    "Balance of every day; empty for all but the 20 tokens with the largest value.",
  ),
});

export const addressHistorySchema = z.object({
  network: z.object({
    slug: z.string(),
    name: z.string(),
    explorer_url: z.string().nullable(),
    explorer_name: z.string().nullable(),
  }),
  address: z.string().describe("In lower case."),
  labels: list(
    z.object({
      name: z.string(),
      kind: z.string(),
      owner: z.string().nullable(),
      asset: z.string().nullable().describe("The asset that it concerns; null for all."),
      source_url: z.string().nullable(),
    }),
  ).describe("What the catalog states about the address."),
  first_active: z.string().nullable(),
  last_active: z.string().nullable(),
  tokens: list(addressTokenSchema).describe("Tokens that it has held, the largest value first."),
});

/** One line of a network's `asset_class_stats`, `issuer_stats`, `protocol_stats` or `jurisdiction_country_stats`. */
export const entityStatsSchema = z
  .object({
    id: z.number(),
    slug: z.string(),
    name: z.string(),
    icon_url: z.string().nullable(),
    color_hex: z.string().nullable(),
    description: z.string().nullable(),
    asset_count: z.number(),
  })
  .catchall(z.union([fieldValueSchema, metricValueSchema]));

/** An object nested in a row, such as `asset_class {id, slug, name}`. */
export const nestedValueSchema = z
  .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null(), metricValueSchema]))
  .readonly();

const cellSchema = z.union([
  fieldValueSchema,
  metricValueSchema,
  list(entityStatsSchema),
  nestedValueSchema,
  list(nestedValueSchema),
]);

/** A row of a resource: its described fields by name, then (where it carries metrics) a value under each metric's slug. */
export const resourceRowSchema = z.object({ id: z.union([z.number(), z.string()]) }).catchall(cellSchema);

/** Something the answer does not depend on but the client should know, such as an id that does not exist. */
export const warningSchema = z.object({
  path: z.string().describe("Location in the query, such as `filter.filters[0].value`."),
  message: z.string(),
});

const scalarSchema = z.union([z.string(), z.number(), z.boolean(), z.null()]);
export const filterSchema: z.ZodType<Filter> = z.lazy(() =>
  z.union([
    z.object({ operator: z.enum(["and", "or"]), filters: list(filterSchema) }).meta({ title: "FilterGroup" }),
    z
      .object({
        operator: z.enum(filterOperators),
        field: z
          .string()
          .describe("A field, a metric, or part of a metric such as `holding_addresses_count.chg_30d_pct`."),
        value: z.union([scalarSchema, list(scalarSchema)]),
      })
      .meta({ title: "FilterCondition" }),
  ]),
);
const sortSchema = z.object({ field: z.string(), direction: z.enum(["asc", "desc", ""]) });
const aggregateSchema = z.object({
  groupBy: z.string().optional(),
  aggregateFunction: z.enum(aggregateFunctions).optional(),
  interval: z.enum(intervals).optional(),
  mode: z.enum(aggregateModes).optional(),
  groupLimit: z.int().min(1).optional().describe("The most groups to return, per metric in series."),
});

/** The `query` parameter. Every part is optional. */
export const querySchema = z.object({
  filter: filterSchema.optional(),
  sort: sortSchema.partial({ direction: true }).optional(),
  pagination: z
    .object({
      page: z.int().min(1).optional(),
      perPage: z.int().min(1).optional(),
      after: z
        .string()
        .optional()
        .describe(
          `A cursor: \`next\` from a response with the same sort, or \`${cursorEnds.after}\`. Replaces \`page\`.`,
        ),
      before: z
        .string()
        .optional()
        .describe(
          `A cursor: \`previous\` from a response with the same sort, or \`${cursorEnds.before}\`. Replaces \`page\`.`,
        ),
    })
    .optional(),
  aggregate: aggregateSchema.optional(),
  fields: texts.optional().describe("Return only these fields and metrics. The id is always included."),
  search: z.string().optional().describe("Words to search for in the search fields of a list."),
});

/** The earlier publication that figures were read as of. */
export const datedMarkSchema = z
  .object({
    as_of: z.string().describe("As requested."),
    data_version: z.number().describe("Data version of the figures."),
    published_at: z.string().describe("When these figures were published."),
    catalog_version: z.number().describe("Data version of names and facts, which are the present ones."),
    note: z.string(),
  })
  .describe("Only with `as_of`.");
const dated = datedMarkSchema.optional();

export const pageSchema = z.object({
  dated,
  filter: filterSchema.nullable(),
  sort: sortSchema.describe("The sort that was applied."),
  pagination: z.object({
    page: z.number().nullable().describe("Null if a cursor was sent: pages by cursor have no number."),
    perPage: z.number(),
    pageCount: count,
    resultCount: count.describe("Results across all pages."),
    next: z
      .string()
      .nullable()
      .optional()
      .describe(
        "Cursor to the next page: send it as `after`. Null on the last page; only if the resource has cursors (`has_cursors` in its `/meta`).",
      ),
    previous: z
      .string()
      .nullable()
      .optional()
      .describe(
        "Cursor to the previous page: send it as `before`. Null on the first page; only if the resource has cursors.",
      ),
  }),
  warnings: list(warningSchema).optional(),
});

/** A page of totals or series. */
export const aggregatedPageSchema = pageSchema.extend({
  aggregate: aggregateSchema.describe("The aggregation that was applied."),
});

/** Warnings of all other responses. */
const warnedSchema = z.object({ warnings: list(warningSchema).optional() });

export const groupSchema = z
  .object({
    type: z.string(),
    id: z.union([z.number(), z.string()]).nullable(),
    slug: z.string().nullable(),
    name: z.string(),
    color: z.string().nullable(),
  })
  .describe(
    "What the members of a total have in common. The overall group has type `all` and no id. Members without a network, issuer and so on (Off-Chain, No issuer) form the group with id 0, which also selects them in filters.",
  );

export const measureSchema = z.object({
  id: z.number(),
  slug: z.string(),
  name: z.string(),
  label: z.string(),
  unit: z.enum(units),
  kind: z.enum(["stock", "flow"]),
});

export const aggregateRowSchema = z
  .object({
    group: groupSchema,
    asset_count: z.number(),
    token_count: z.number(),
    asset_level_count: z
      .number()
      .describe(
        "Assets with data reported for the asset as a whole rather than a network: counted in the metrics, not as tokens.",
      ),
    is_sample: sampleMark,
  })
  .catchall(z.union([groupSchema, z.number(), z.boolean(), metricValueSchema]));

const pointSchema = z.tuple([z.string().meta({ format: "date" }), z.number()]).readonly();

export const seriesResultSchema = z.object({
  measure: measureSchema,
  group: groupSchema,
  is_sample: sampleMark,
  points: list(pointSchema).describe(
    "Date and value, in date order. A week, month or year is dated by its last day, or by the last day with data if the period is not over.",
  ),
  partial_periods: texts
    .optional()
    .describe(
      "Dates of points that sum only some days of their week, month or year, in date order: the data or the date filter begins or ends within it, or days without data lie in it. A period that is not over counts up to its date. Omitted if there are none, for levels, and in files.",
    ),
});

const formatSchema = z.object({ notation: z.enum(["compact", "full"]), decimals: z.number() });
const documented = { aliases: texts, label: z.string(), doc: z.string(), source: z.string() };

export const fieldMetaSchema = z.object({
  ...documented,
  name: z.string(),
  type: z
    .enum([...fieldTypes, "metric"])
    .describe("`metric` for a metric, whose parts can be selected by path."),
  unit: z.string().nullable(),
  format: formatSchema
    .nullable()
    .describe("How its numbers are formatted; null if it has none, or if they are plain numbers."),
  polarity: z
    .enum(polarities)
    .nullable()
    .describe("Whether a higher value is good, bad or neutral; null if it is not a metric."),
  refers_to: z
    .object({
      resource: z.string(),
      field: z.string(),
      entity: z.enum(entityKinds),
      as: z.string().nullable(),
    })
    .nullable()
    .describe(
      "The field of another resource that its values refer to: `protocol_slug` in a row is a platform's `slug`. Null for plain values.",
    ),
  values: texts.nullable().describe("Valid values, if there is a fixed list."),
  nullable: z.boolean(),
  operators: list(z.enum(filterOperators)),
  filterable: z.boolean(),
  sortable: z.boolean(),
  groupable: z.boolean(),
});

export const measureMetaSchema = measureSchema.extend({
  ...documented,
  formula: z.string(),
  format: formatSchema,
  polarity: z.enum(polarities),
  across: z.string().describe("How values are aggregated across tokens."),
});

export const nestedMetaSchema = z.object({
  name: z.string(),
  doc: z.string(),
  many: z.boolean().describe("Whether it is a list."),
  fields: texts.describe("Properties of the object, or of each item; empty for a plain value."),
  metrics: texts.describe("Metrics of each item."),
});

export const resourceMetaSchema = z.object({
  resource: z.string(),
  aliases: texts,
  singular: z.string(),
  label: z.string(),
  doc: z.string(),
  entity_type: z.enum(entityTypes).nullable(),
  fields: list(fieldMetaSchema),
  metrics: list(measureMetaSchema),
  nested: list(nestedMetaSchema).describe(
    "Objects and lists nested in rows, in addition to fields and metrics. `fields` selects them by name.",
  ),
  default_sort: z.object({ field: z.string(), direction: z.enum(["asc", "desc"]) }),
  has_cursors: z
    .boolean()
    .describe(
      "Whether lists can also be paged by cursor (`after` and `before`), which takes the same time at any depth.",
    ),
  group_by: z
    .object({ aggregates: texts, timeseries: texts })
    .describe("Values of `aggregate.groupBy` for aggregates and series; empty if the resource has neither."),
  aggregate_functions: list(z.object({ name: z.string(), doc: z.string() })).describe(
    "What `aggregate.aggregateFunction` does in series; without it, each metric follows its own rule (`across`).",
  ),
  limits: z.object({
    max_per_page: z.number().describe("Maximum rows per page with every field and metric."),
    max_narrow_per_page: z
      .number()
      .describe("Maximum rows per page if `fields` selects few: `page_values` ÷ values per row."),
    page_values: z.number().describe("Maximum values per page: one per field, and one per part of a metric."),
    default_per_page: z.number(),
    filter_depth: z.number(),
    filter_leaves: z.number(),
    filter_values: z.number(),
    query_length: z.number(),
    series_values: z.number().describe("Maximum values in a response with series: metrics × groups × days."),
    series_values_read: z
      .number()
      .describe("Maximum values read to compute series: metrics × tokens × days."),
    row_metrics: z.number().describe("Maximum metric values in one response: rows × metrics."),
  }),
  formats: texts,
  sample_mark: z
    .object({ field: z.string(), header: z.string() })
    .describe(
      "How sample data is marked: the field that is true in rows, totals and series with sample figures, and the header that is `true` in responses with any.",
    ),
});

/** Where figures came from: the files, feeds or networks of one name. */
export const sourceSchema = z.object({
  id: z
    .string()
    .describe("Its name, `files` for files imported without a name, or `sample data` for sample data."),
  kind: z.string().describe("`file`, `sample`, `chain`, `feed` …"),
  label: z.string().describe("Its name for readers (`SOURCE_LABELS`)."),
  provider: z
    .string()
    .nullable()
    .describe(
      "Name of the source of the figures given at import (`--source`), or of the scheduled source; null if none was given.",
    ),
  is_sample: z.boolean(),
  first_ingested_at: z.string().describe("Time of its first import."),
  ingested_at: z.string().describe("Time of the last import that was new."),
});

export const explainedObservationSchema = z.object({
  date: z.string(),
  value: z.number(),
  metric: z.string(),
  asset_id: z.number().nullable().describe("Null if assets may not be read."),
  asset_name: z.string().nullable().describe("Null if assets may not be read."),
  token_id: z.number().nullable().describe("Null if observed for the asset as a whole."),
  is_sample: z.boolean(),
  source_id: z.string(),
});

/** Why another figure is shown. */
export const unusedReasons = ["precedence", "earlier", "level"] as const;

export const unusedObservationSchema = explainedObservationSchema.extend({
  source: sourceSchema,
  used_source_id: z
    .string()
    .nullable()
    .describe("Source of the observation that is used instead; null if a derived figure is."),
  reason: z
    .enum(unusedReasons)
    .describe(
      "`precedence`: the source used is preferred (SOURCE_PRECEDENCE); `earlier`: it was imported before the one used; `level`: figures of the other level are used, either the asset as a whole or its tokens, because they cover more of the asset.",
    ),
  rule: z
    .enum(precedenceScopes)
    .nullable()
    .describe(
      "For `precedence`: what the rule that decided is about (this metric, class or asset, or all figures). Null for other reasons.",
    ),
});

export const supersededObservationSchema = explainedObservationSchema.extend({
  source: sourceSchema,
  reason: z.string().describe("Why the value is wrong."),
  by: z.string().describe("Who marked it as wrong, as they signed."),
  at: z.string().describe("When it was marked."),
});

/** The level of an asset that is served on a day. */
export const servedLevels = ["asset", "tokens"] as const;

/** The asset as a whole, one token, or the sum over the tokens of an asset. */
export const computedLevels = ["asset", "token", "tokens"] as const;

export const computedFigureSchema = z.object({
  level: z
    .enum(computedLevels)
    .describe("What was computed: a figure of the asset as a whole, of a token, or the sum over the tokens."),
  token_id: z.number().nullable().describe("Null unless it is of a token."),
  value: z.number().describe("The computed value, which is not served."),
  reported: z.number().describe("The reported value that is served instead."),
  difference: z.number().describe("Reported less computed."),
  difference_percent: figure.describe("The difference in percent of the computed value; null if that is 0."),
  inputs: list(z.object({ measure: measureSchema, value: z.number() })).describe(
    "The figures that it was computed from; empty for a sum over tokens.",
  ),
});

const known = { carried: z.boolean(), derived: z.boolean(), is_sample: z.boolean() };

const figureShape = {
  ...known,
  measure: measureSchema,
  value: figure,
  date: z.string().nullable().describe("Date of the value; null if none."),
  over_days: z
    .number()
    .optional()
    .describe("If the value is a sum over several days: their number, ending on that date."),
  formula: z.string(),
  doc: z.string(),
};
const figureSchema = z.object(figureShape);

/** A figure, or one of the figures it was computed from. */
export interface ExplainedFigure extends z.output<typeof figureSchema> {
  inputs: readonly ExplainedFigure[];
}
const inputsSchema: z.ZodType<readonly ExplainedFigure[]> = z.lazy(() => list(explainedFigureSchema));
const explainedFigureSchema = figureSchema.extend({ inputs: inputsSchema });

/** One of the tokens that a total is made of. */
export const explainedMemberSchema = z.object({
  ...known,
  token_id: z.number(),
  asset_id: z.number(),
  slug: z.string(),
  name: z.string(),
  value: z.number(),
  share_percent: figure.describe("Share of the total, in percent; null for metrics that cannot be summed."),
});

export const ledgerOriginSchema = z.object({
  token_id: z.number(),
  token_address: z.string().describe("Address of its contract."),
  date: z.string().describe("Day of the figure, UTC."),
  network: z.object({ slug: z.string(), name: z.string() }),
  explorer_url: z.string().nullable(),
  explorer_name: z.string().nullable(),
  transfers: z.number().describe("Transfers of the token on that day, including mints and burns."),
  first_block: figure.describe("Block of the first of them; null if there are none."),
  last_block: figure.describe("Block of the last of them; null if there are none."),
  readings: list(
    z.object({
      from_block: z.number(),
      to_block: z.number(),
      transfers: z.number(),
      digest: z.string().describe("SHA-256 of these transfers, by which another reading can be compared."),
      endpoint: z.string().describe("Host of the node."),
      read_at: z.string(),
    }),
  ).describe("Ranges of blocks as they were read, with all blocks of that day (at most 20)."),
});

export const explanationSchema = explainedFigureSchema.extend({
  dated,
  entity: z.object({ type: z.enum(subjectTypes), id: z.number(), slug: z.string(), name: z.string() }),
  across: z.string().nullable().describe("How the members' values are aggregated; null for a single token."),
  level: z
    .enum(servedLevels)
    .nullable()
    .describe(
      "For an asset: whether the figure is that of the asset as a whole or of its tokens, by the rule of docs/derivation.md. Null if it has no value or both kinds, and for everything else.",
    ),
  observations: list(explainedObservationSchema).describe(
    "Observations behind the figure and its largest members, newest first (at most 50).",
  ),
  unused: list(unusedObservationSchema).describe(
    "Observations that are not used, with the reason: those of the level that is not served, and what other sources report for the dates of these observations (at most 50).",
  ),
  computed: list(computedFigureSchema).describe(
    "What the formula gives where a reported value is served: of an asset or a token, the 20 with the largest reported values. Empty for totals.",
  ),
  ledger: list(ledgerOriginSchema).describe(
    "Blocks behind observations that were computed from transfers on a network, by token and day, newest first (at most 10).",
  ),
  superseded: list(supersededObservationSchema).describe(
    "Observations that the operator has marked as wrong, which are not used, newest first (at most 50).",
  ),
  sources: list(sourceSchema).describe("Sources of all members, newest first."),
  members: list(explainedMemberSchema).describe("The 20 largest members; empty for a single token."),
  rest: z.object({ count: z.number(), value: figure }).describe("Members not listed."),
});

export const sourceFreshnessSchema = sourceSchema.extend({
  newest_date: z.string().nullable().describe("Latest date it covers."),
  observations: z.number(),
});

/** Where the figures of a part of the market come from. */
export const figureSourcesSchema = z.object({
  has_sample: z.boolean().describe("Whether any of them is sample data."),
  sources: list(sourceFreshnessSchema).describe("The sources of its assets, newest first."),
});

/** How fresh the data is, without its sources. */
export const marketFreshnessSchema = z.object({
  has_sample: z.boolean().describe("Whether any figure is sample data."),
  has_reported: z.boolean().describe("Whether any figure was reported by a source, not generated."),
  data_version: z.number(),
  as_of: z.string().nullable().describe("Latest date with figures."),
  updated_at: z.string().nullable().describe("Time of the last import that was new."),
  sample_progress: figure.describe("0 to 1 while sample data is being generated; null otherwise."),
});

export const marketStatusSchema = marketFreshnessSchema.extend({
  sources: list(sourceFreshnessSchema).describe("Every source, newest first."),
});

const newestSchema = z.object({
  slug: z.string(),
  name: z.string(),
  newest_date: z.string().describe("Latest date of its observations."),
  age_days: z.number().describe("Days from that date to today, UTC; negative for dates after it."),
  asset_count: z.number().describe("Assets with observations of it."),
  is_sample: z.boolean().describe("Whether all of its observations are sample data."),
});

/** How fresh the observations of each part of the data are. */
export const dataFreshnessSchema = z.object({
  today: z.string().describe("The day from which ages are counted, UTC."),
  sources: list(newestSchema).describe("Each source, oldest first."),
  asset_classes: list(newestSchema).describe("Each asset class, oldest first."),
  measures: list(newestSchema).describe("Each metric with observations, oldest first."),
});

/** What `delivery=link` answers: a file that is made once, and can be downloaded piece by piece. */
export const downloadSchema = z.union([
  z
    .object({
      status: z.literal("ready"),
      url: z
        .string()
        .meta({ format: "uri" })
        .describe("Signed URL: anyone who has it can download the file until it expires."),
      format: z.enum(["csv", "xlsx", "parquet", "ndjson"]),
      rows: count.describe("Rows or series values."),
      bytes: count,
      sha256: z.string().describe("SHA-256 of the file, in hexadecimal; the `ETag` is the same in quotes."),
      data_version: z.string().describe("Data version of the file."),
      made_at: z.string().meta({ format: "date-time" }),
      expires_at: z.string().meta({ format: "date-time" }),
    })
    .meta({ title: "ReadyDownload" }),
  z
    .object({
      status: z.literal("preparing"),
      retry_after: z.number().describe("Seconds to wait before sending the same request again."),
    })
    .meta({ title: "PreparingDownload" }),
]);

/** Body of every error. */
export const errorSchema = z.object({
  message: z.string(),
  errors: list(z.object({ path: z.string(), message: z.string() })).optional(),
  requestId: z.string().optional(),
});

/**
 * The schemas that the OpenAPI document has by name, in its order, but for rows of resources, which have theirs from the
 * fields, and what only one endpoint of the data API has.
 */
export const namedSchemas = {
  MetricValue: metricValueSchema,
  Measure: measureSchema,
  Group: groupSchema,
  EntityStats: entityStatsSchema,
  AggregateRow: aggregateRowSchema,
  Series: seriesResultSchema,
  Filter: filterSchema,
  Query: querySchema,
  Page: pageSchema,
  AggregatedPage: aggregatedPageSchema,
  Warned: warnedSchema,
  ResourceMeta: resourceMetaSchema,
  MarketStatus: marketStatusSchema,
  DataFreshness: dataFreshnessSchema,
  ExplainedFigure: explainedFigureSchema,
  Explanation: explanationSchema,
  Download: downloadSchema,
};
