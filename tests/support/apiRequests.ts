/** Requests of every kind that an endpoint of the data API accepts, generated from its metadata. */

import type { ListResponse, ResourceMeta } from "#domain/api";
import { intervals } from "#domain/query";
import { entityTypes } from "#domain/resources";
import { fileFormats } from "#market";
import type { Endpoint } from "../../src/api/rest/endpoints";

export interface Question {
  /** Under the base of the API, with its parameters. */
  path: string;
  status: number;
  headers?: Record<string, string>;
}

type Ask = <T>(path: string) => Promise<T>;

/** Requests to an endpoint with a permitted key: all valid kinds, and all kinds of invalid query. */
export async function apiQuestions(endpoint: Endpoint, ask: Ask): Promise<Question[]> {
  const { path, page, parameters, name } = endpoint;
  const plain = await plainQuestions(endpoint, ask);
  const [first = ""] = plain;
  const and = (addition: string, to = first) => `${to}${to.includes("?") ? "&" : "?"}${addition}`;
  // One format test is enough for any columns, of which there may be hundreds.
  const narrow = plain.find((one) => decodeURIComponent(one).includes('"fields":')) ?? first;
  return [
    ...plain.map((one) => ({ path: one, status: 200 })),
    { path: and("unknown=1"), status: 200 },
    { path: first, status: 200, headers: { accept: "image/png" } },
    { path: and(`x=${"x".repeat(66_000)}`), status: 414 },
    ...(endpoint.file === undefined
      ? []
      : fileFormats.map((format) => ({ path: and(`format=${format}`, narrow), status: 200 }))),
    ...("format" in parameters.shape ? [{ path: and("format=doc"), status: 400 }] : []),
    ...("as_of" in parameters.shape
      ? ["nonsense", ""].map((asOf) => ({ path: and(`as_of=${asOf}`), status: 400 }))
      : []),
    ...(page === undefined
      ? []
      : badQueries.map((query) => ({ path: `${path}?query=${encodeURIComponent(query)}`, status: 400 }))),
    ...(path.includes("{id}")
      ? ["no-such-thing", "0"].map((id) => ({ path: path.replace("{id}", id), status: 404 }))
      : []),
    ...(name === "explain"
      ? [
          { path, status: 400 },
          { path: `${path}?metric=71&entity_type=asset&entity_id=no-such-thing`, status: 404 },
          { path: `${path}?metric=no-such-thing&entity_type=asset&entity_id=57`, status: 404 },
        ]
      : []),
  ];
}

const badQueries = [
  "{nope",
  "[]",
  '{"filters":{}}',
  '{"fields":["nonsense"]}',
  '{"sort":{"field":"nonsense"}}',
  '{"pagination":{"page":0}}',
  '{"filter":{"operator":"and","filters":[{"operator":"above","field":"id","value":1}]}}',
  '{"filter":{"operator":"equals","field":"nonsense","value":1}}',
  '{"aggregate":{"groupBy":"nonsense"},"filter":{"operator":"equals","field":"measure_id","value":71},"sort":{"field":"nonsense"}}',
];

/**
 * Requests that succeed with 200, as JSON. Paged resources are read by a small page first, which is also requested as
 * a file and with invalid parameters.
 */
async function plainQuestions({ path, page, name, about }: Endpoint, ask: Ask): Promise<string[]> {
  if (path.includes("{id}"))
    return (await namesOfRows(path.replace("/{id}", ""), ask)).map((id) => path.replace("{id}", id));
  if (name === "explain") return explainQuestions(path, ask);
  if (page === undefined) return [path];
  const meta = await ask<ResourceMeta>(`${path}/meta`);
  const queries =
    page === "Page"
      ? rowQueries(meta)
      : path.includes("timeseries")
        ? seriesQueries(meta, (about?.groupBy ?? null) !== null)
        : totalsQueries(meta);
  return queries.map((query) => `${path}?query=${encodeURIComponent(JSON.stringify(query))}`);
}

/** Id and slug of the first rows. */
async function namesOfRows(path: string, ask: Ask): Promise<string[]> {
  const { results } = await ask<ListResponse>(
    `${path}?query=${encodeURIComponent('{"pagination":{"perPage":3}}')}`,
  );
  return results
    .flatMap(({ id, slug }) => [id, slug ?? []].flat())
    .map((one) => encodeURIComponent(String(one)));
}

const explained = [
  "bridged_token_value_dollar",
  "apy_7_day_percent",
  "trailing_30_day_transfer_volume_dollar",
];

async function explainQuestions(path: string, ask: Ask): Promise<string[]> {
  const { results: tokens } = await ask<ListResponse>("/tokens");
  const [token] = tokens;
  const idOf = { token: token?.id, asset: token?.asset_id, network: 1 } as Readonly<Record<string, unknown>>;
  const listOf: Readonly<Record<string, string>> = { asset_class: "asset_classes" };
  const entities = await Promise.all(
    entityTypes.map(async (type) => {
      const [row] = (await ask<ListResponse>(`/${listOf[type] ?? `${type}s`}`)).results;
      return `entity_type=${type}&entity_id=${idOf[type] ?? row?.id}`;
    }),
  );
  const [first] = explained;
  return entities.flatMap((entity) =>
    [...explained, `${first}&date=1950-01-01`].map((metric) => `${path}?metric=${metric}&${entity}`),
  );
}

/** Full rows, selected fields, further pages, orders, search terms and unknown ids. */
function rowQueries({ fields }: ResourceMeta): object[] {
  const sortable = fields.filter((field) => field.sortable);
  const references = fields.filter(({ type, refers_to }) => type === "id" && refers_to?.field === "id");
  return [
    { pagination: { perPage: 3 } },
    {},
    { pagination: { page: 2, perPage: 3 }, search: "a" },
    { pagination: { page: 1_000 }, fields: ["id"] },
    { fields: fields.map(({ name }) => name).slice(-5) },
    ...[...sortable.slice(0, 2), ...sortable.slice(-1)].map(({ name }) => ({
      sort: { field: name, direction: "" },
      fields: [name],
    })),
    ...references.slice(0, 2).map(({ name }) => ({
      filter: { operator: "equals", field: name, value: 424_242 },
    })),
  ];
}

const known = { operator: "equals", field: "asset_id", value: 424_242 };

/** Groupings share their code: every third is enough. */
const some = (groupings: readonly string[]) => groupings.filter((_, index) => index % 3 === 0);

const totalsQueries = (meta: ResourceMeta): object[] => [
  { pagination: { perPage: 3 } },
  {},
  ...some(meta.group_by.aggregates).map((groupBy) => ({ aggregate: { groupBy } })),
  ...meta.metrics.slice(0, 3).map(({ slug }) => ({ fields: [slug], sort: { field: slug } })),
  { filter: known, aggregate: { groupBy: "network", aggregateFunction: "sum" }, pagination: { page: 2 } },
];

/** @param isGrouped whether the path names a grouping */
function seriesQueries(
  { metrics, group_by, aggregate_functions }: ResourceMeta,
  isGrouped: boolean,
): object[] {
  const isTotalled = metrics.length > 0;
  const measures = isTotalled ? explained : ["cumulative_issued_amount_dollar"];
  const filter = { operator: "in", field: "measure_slug", value: measures };
  const page = { filter, pagination: { perPage: 3 } };
  const last = { filter, sort: { field: "date", direction: "desc" }, pagination: { page: 2, perPage: 1 } };
  // The rest is covered where these series are served under the path of their totals.
  if (isTotalled && isGrouped) return [page, { filter }, last, { filter, aggregate: { groupBy: "network" } }];
  return [
    page,
    { filter },
    ...some(group_by.timeseries).map((groupBy) => ({ filter, aggregate: { groupBy } })),
    ...aggregate_functions.map(({ name }) => ({ filter, aggregate: { aggregateFunction: name } })),
    ...intervals.map((interval) => ({ filter, aggregate: { groupBy: "date", interval } })),
    last,
    ...(isTotalled ? [{ filter: { operator: "and", filters: [filter, known] } }] : []),
  ];
}
