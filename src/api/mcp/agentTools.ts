import { z } from "zod";
import { querySchema } from "#domain/api";
import { AS_OF_PARAMETER } from "#domain/query";
import { entities, resourceByName } from "#domain/resources";
import { type Endpoint, endpoints } from "../rest/endpoints";

/** Calls a path of the data API with parameters. @returns the body @throws Error with the message of an error response */
export type CallApi = (path: string, parameters: Readonly<Record<string, string>>) => Promise<unknown>;

/** A tool for agents. */
export interface AgentTool {
  name: string;
  title: string;
  description: string;
  input: z.ZodObject;
  run: (callApi: CallApi, input: Readonly<Record<string, unknown>>) => Promise<unknown>;
}

const isNamed = (names: readonly string[]): names is [string, ...string[]] => names.length > 0;

/** An enum of names. @throws Error if there are none, which the endpoint list rules out */
function choice(names: readonly string[]): z.ZodType<string> {
  if (!isNamed(names)) throw new Error("The endpoint list has nothing of this kind");
  return z.enum(names);
}

const nameOf = ({ path }: Endpoint) => path.slice(1);
const ofKind = (kind: NonNullable<Endpoint["about"]>["kind"]) =>
  endpoints.filter(({ about }) => about?.kind === kind);

const lists = ofKind("rows");
const totals = ofKind("totals");
const series = ofKind("series");
const explain = endpoints.find(({ path }) => path === "/explain");
const words = (some: readonly Endpoint[]) => [...new Set(some.map(({ doc }) => doc))].join(" ");
const searched = entities.flatMap(({ search, resource }) => (search === null ? [] : [resource]));

const query = querySchema.shape;
const parts = {
  filter: query.filter,
  sort: query.sort,
  pagination: query.pagination,
  search: query.search,
};

/** Totals and series do not support cursors. */
const byNumber = query.pagination.unwrap().pick({ page: true, perPage: true }).optional();

/** `as_of` of tools with figures. */
const dated = z
  .string()
  .nullish()
  .describe(
    "Figures as published then: a date, an ISO 8601 timestamp or a data version. Default: the latest.",
  );
const asOfParameter = (asOf: unknown): Record<string, string> =>
  isLeftOut(asOf) ? {} : { [AS_OF_PARAMETER]: String(asOf) };

/** An entity's id or slug; responses contain ids as numbers. */
const idOrSlug = z.union([z.string().min(1), z.int()], { error: "must be an id or a slug" });

/** The syntax of conditions, which agents otherwise guess wrong. */
const filterWords =
  'A condition is {"operator": "equals", "field": "asset_class_slug", "value": "treasuries"}; several are {"operator": "and", "filters": [ … ]}.';

/** The default fields of rows: enough to identify them, and the figure that they are sorted by. */
function defaultFields(resource: string): string[] {
  const known = resourceByName(resource);
  if (known === undefined) return [];
  const { idField, slugField, searchFields, defaultSort } = known;
  return [
    ...new Set([idField, ...(slugField === null ? [] : [slugField]), ...searchFields, defaultSort.field]),
  ];
}

/** Replaces lone surrogates, which URLs cannot contain. */
const wellFormed = (text: string): string => Buffer.from(text).toString();

/** Whether a path is not that of a row, but of another endpoint or a dot segment. */
const isNoRow = (address: string) =>
  /\/\.{1,2}$/.test(address) || endpoints.some(({ path }) => path === address);

const asText = (value: unknown) => JSON.stringify(value);

/** Some agents send null for omitted arguments, as the API allows. */
const isLeftOut = (value: unknown) => value === undefined || value === null;

const describedNames = z.object({
  fields: z.array(z.object({ name: z.string() })),
  metrics: z.array(z.object({ slug: z.string() })),
});

/** Rows with the default fields, excluding those that a policy of the key hides. */
async function listWithDefaults(
  callApi: CallApi,
  resource: string,
  { query, asOf }: { query: object; asOf?: unknown },
): Promise<unknown> {
  const fields = defaultFields(resource);
  const listFields = (some: readonly string[]) =>
    callApi(`/${resource}`, { query: asText({ ...query, fields: some }), ...asOfParameter(asOf) });
  try {
    return await listFields(fields);
  } catch (error) {
    const described = describedNames.safeParse(await callApi(`/${resource}/meta`, {}).catch(() => null));
    if (!described.success) throw error;
    const known = new Set([
      ...described.data.fields.map(({ name }) => name),
      ...described.data.metrics.map(({ slug }) => slug),
    ]);
    const left = fields.filter((name) => known.has(name));
    if (left.length === fields.length || left.length === 0) throw error;
    return listFields(left);
  }
}

const resourceMetaSchema = z.looseObject({
  fields: z.array(z.looseObject({ name: z.string(), type: z.string(), operators: z.array(z.string()) })),
  metrics: z.array(z.looseObject({ slug: z.string() })),
  aggregate_functions: z.array(z.looseObject({ name: z.string() })),
});

const some = (row: Readonly<Record<string, unknown>>, names: readonly string[]) =>
  Object.fromEntries(names.flatMap((name) => (row[name] ? [[name, row[name]]] : [])));

/** The metadata of a resource without repetition, short enough to be read at once. */
function briefMeta(response: unknown): unknown {
  const { fields, metrics, aggregate_functions, ...rest } = resourceMetaSchema.parse(response);
  const filterable = fields.filter(({ operators }) => operators.length > 0);
  return {
    ...some(rest, ["resource", "singular", "doc", "default_sort", "group_by", "limits", "nested"]),
    aggregate_functions: aggregate_functions.map(({ name }) => name),
    operators: Object.fromEntries(filterable.map(({ type, operators }) => [type, operators])),
    fields: fields
      .filter(({ type }) => type !== "metric")
      .map((field) => some(field, ["name", "type", "unit", "doc", "values", "filterable", "sortable"])),
    metrics: metrics.map((metric) => some(metric, ["slug", "label", "unit", "kind", "doc", "across"])),
  };
}

/** The tools, generated from the endpoint list. Each calls the API, with its limits, policies and messages. */
export const agentTools: readonly AgentTool[] = [
  {
    name: "search",
    title: "Search",
    description: `Find entities by name, ticker, slug or address: ${searched.join(", ")}. Start here to look up ids and slugs.`,
    input: z.object({
      words: z.string().min(1).max(200),
      resource: choice(searched).optional().describe("Search this resource only."),
    }),
    run: async (callApi, { words: searchText, resource }) => {
      const wanted = searched.filter((name) => resource === undefined || name === resource);
      const found = await Promise.allSettled(
        wanted.map(async (name) => {
          const response = await listWithDefaults(callApi, name, {
            query: { search: searchText, pagination: { page: 1, perPage: 5 } },
          });
          return [name, z.object({ results: z.array(z.unknown()) }).parse(response).results] as const;
        }),
      );
      const fulfilled = found.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
      // A key may lack access to some kinds: results of the others are returned, with the errors in `not_searched`.
      const refused = found.flatMap((one, index) =>
        one.status === "rejected" ? [[wanted[index] ?? "", String(one.reason?.message ?? one.reason)]] : [],
      );
      if (fulfilled.length === 0 && refused.length > 0) throw new Error(refused[0]?.[1]);
      return {
        ...Object.fromEntries(fulfilled.filter(([, rows]) => rows.length > 0)),
        ...(refused.length > 0 && { not_searched: Object.fromEntries(refused) }),
      };
    },
  },
  {
    name: "list",
    title: "List rows",
    description: `${words(lists)} Select the fields and metrics you need: without \`fields\`, rows have only their names and one figure. \`meta\` lists fields, metrics and operators. ${filterWords}`,
    input: z.object({
      resource: choice(lists.map(nameOf)),
      ...parts,
      fields: query.fields,
      as_of: dated,
    }),
    run: (callApi, { resource, fields, as_of: asOf, ...input }) =>
      isLeftOut(fields)
        ? listWithDefaults(callApi, String(resource), { query: input, asOf })
        : callApi(`/${resource}`, { query: asText({ ...input, fields }), ...asOfParameter(asOf) }),
  },
  {
    name: "get",
    title: "Get one",
    description: "One row by id or slug, with every field and metric.",
    input: z.object({ resource: choice(lists.map(nameOf)), id: idOrSlug.describe("Id or slug.") }),
    run: async (callApi, { resource, id }) => {
      const name = wellFormed(String(id));
      if (isNoRow(`/${resource}/${name}`)) throw new Error(`There is no "${name}" in ${resource}.`);
      return callApi(`/${resource}/${encodeURIComponent(name)}`, {});
    },
  },
  {
    name: "totals",
    title: "Totals by group",
    description: `${words(totals)} Name the metrics in \`fields\` and the grouping in \`aggregate\`, such as {"groupBy": "asset_class"}; \`meta\` lists both. ${filterWords}`,
    input: z.object({
      of: choice(totals.map(nameOf)),
      filter: query.filter,
      sort: query.sort,
      pagination: byNumber,
      fields: query.fields
        .unwrap()
        .describe("Metrics to return. Counts of assets and tokens are always included."),
      aggregate: query.aggregate.unwrap().pick({ groupBy: true }),
      as_of: dated,
    }),
    run: async (callApi, { of, as_of: asOf, ...input }) => {
      // By default a group has a hundred metrics, each with its previous values.
      if (isLeftOut(input.fields)) throw new Error("fields: name the metrics to return; `meta` lists them");
      return callApi(`/${of}`, { query: asText(input), ...asOfParameter(asOf) });
    },
  },
  {
    name: "series",
    title: "Metrics over time",
    description: `${words(series)} Select metrics with a filter on \`measure_slug\`, and days with one on \`date\` (YYYY-MM-DD). ${filterWords}`,
    input: z.object({
      of: choice(series.map(nameOf)),
      filter: querySchema.required({ filter: true }).shape.filter,
      sort: query.sort,
      pagination: byNumber,
      aggregate: query.aggregate,
      as_of: dated,
    }),
    run: (callApi, { of, as_of: asOf, ...input }) =>
      callApi(`/${of}`, { query: asText(input), ...asOfParameter(asOf) }),
  },
  ...(explain === undefined
    ? []
    : [
        {
          name: "explain",
          title: explain.title,
          description: `${explain.doc} Without \`date\`, the latest figure.`,
          input: explain.parameters.extend({
            metric: idOrSlug.describe("Slug or id of a metric."),
            entity_id: idOrSlug.optional().describe("Id or slug; omit it for the catalog."),
          }),
          run: (callApi: CallApi, input: Readonly<Record<string, unknown>>) =>
            callApi(
              explain.path,
              Object.fromEntries(Object.entries(input).map(([name, value]) => [name, String(value)])),
            ),
        },
      ]),
  {
    name: "meta",
    title: "Describe a resource",
    description:
      "Fields with types, units and valid values; operators of each type; metrics; groupings and limits.",
    input: z.object({ resource: choice(lists.map(nameOf)) }),
    run: async (callApi, { resource }) => briefMeta(await callApi(`/${resource}/meta`, {})),
  },
];
