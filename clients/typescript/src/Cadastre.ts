import { downloadLinked } from "./downloadLinked.js";
import { pause, type RequestOptions, type Sender, send } from "./request.js";
import type {
  AggregatedPage,
  AggregateRow,
  Download,
  Explanation,
  MarketStatus,
  Page,
  Query,
  ResourceMeta,
  Rows,
  Series,
  SeriesOf,
} from "./schema.gen.js";

export type Resource = keyof Rows;
/** Resources with totals. */
export type Totalled = "assets" | "tokens";
export type FileFormat = "csv" | "ndjson" | "parquet" | "xlsx";
/** Paths that are available as files. */
export type FilePath =
  | Resource
  | `${Totalled}/aggregates`
  | `${Totalled}/aggregates/timeseries`
  | `${Exclude<SeriesOf, Totalled>}_timeseries`;
/** A file on the server, with a signed link to it. */
export type LinkedFile = Extract<Download, { readonly status: "ready" }>;

/** A query with known `fields`, which its rows then contain. */
export type RowQuery<Field extends string> = Omit<Query, "fields"> & {
  readonly fields?: readonly Field[];
};
/** A row with the requested fields; all others are optional. */
export type RowWith<Name extends Resource, Field extends string> = Rows[Name] &
  Required<Pick<Rows[Name], Field & keyof Rows[Name]>>;

export interface ListPage<Row> extends Page {
  readonly results: readonly Row[];
}
export interface TotalsPage extends AggregatedPage {
  readonly results: readonly AggregateRow[];
}
export interface SeriesPage extends AggregatedPage {
  readonly results: readonly Series[];
}

export interface CadastreOptions {
  /** URL of the installation, such as `https://data.example.com`. */
  baseUrl: string | URL;
  /** An API key. */
  key: string;
  /** Maximum number of retries after a rate limit or a temporary error. Default: 4. */
  retries?: number;
  /** A custom `fetch`, for proxies and tests. */
  fetch?: typeof fetch;
}

export interface ExplainRequest {
  metric: string | number;
  entityType: string;
  /** Id or slug. Omit for the full catalog, whose type is `catalog`. */
  entity?: string | number;
  /** `YYYY-MM-DD`. Default: the latest. */
  date?: string;
}

/**
 * The data API of an installation.
 *
 * @example
 * const cadastre = new Cadastre({ baseUrl: "https://data.example.com", key: process.env.KEY });
 * for await (const asset of cadastre.rows("assets", { fields: ["name", "bridged_token_value_dollar"] })) {
 *   console.log(asset.name, asset.bridged_token_value_dollar.val);
 * }
 */
export class Cadastre {
  readonly #base: URL;
  readonly #sender: Sender;

  constructor({ baseUrl, key, retries = 4, fetch: fetchIt = fetch }: CadastreOptions) {
    const base = String(baseUrl).replace(/\/+$/, "");
    this.#base = new URL(`${base}/api/v4/`);
    // Called without `this`: some implementations reject another one.
    this.#sender = { fetch: (...given) => fetchIt(...given), key, retries };
  }

  /** A page of rows. @throws CadastreError */
  async list<Name extends Resource, const Field extends string = never>(
    resource: Name,
    query: RowQuery<Field> = {},
    options: RequestOptions = {},
  ): Promise<ListPage<RowWith<Name, Field>>> {
    return this.#json(resource, { query }, options);
  }

  /**
   * Every row, page by page: the next page is fetched once the last row of the current one is consumed. Resources
   * with cursors
   * are paged by cursor, so rows added meanwhile are neither missed nor repeated.
   * @throws CadastreError
   */
  async *rows<Name extends Resource, const Field extends string = never>(
    resource: Name,
    query: RowQuery<Field> = {},
    options: RequestOptions = {},
  ): AsyncGenerator<RowWith<Name, Field>, void, undefined> {
    const { page: first = 1, after, before, ...size } = query.pagination ?? {};
    let place: Query["pagination"] =
      after !== undefined ? { after } : before !== undefined ? { before } : { page: first };
    for (let page = first; ; page += 1) {
      const pageQuery = { ...query, pagination: { ...size, ...place } };
      const answer: ListPage<RowWith<Name, Field>> = await this.list(resource, pageQuery, options);
      yield* answer.results;
      const { next, pageCount } = answer.pagination;
      if (next === undefined ? page >= pageCount : next === null) return;
      place = next == null ? { page: page + 1 } : { after: next };
    }
  }

  /** One row, by id or slug. @throws CadastreError with the status 404 if it does not exist */
  async get<Name extends Resource>(
    resource: Name,
    id: string | number,
    options: RequestOptions = {},
  ): Promise<Rows[Name]> {
    return this.#json(`${resource}/${encodeURIComponent(id)}`, {}, options);
  }

  /** Latest totals of every metric by any groupable field. @throws CadastreError */
  async totals(resource: Totalled, query: Query = {}, options: RequestOptions = {}): Promise<TotalsPage> {
    return this.#json(`${resource}/aggregates`, { query }, options);
  }

  /** A page of series; the filter names their metrics. @throws CadastreError */
  async series(of: SeriesOf, query: Query, options: RequestOptions = {}): Promise<SeriesPage> {
    return this.#json(seriesPath(of), { query }, options);
  }

  /** Every series, page by page. @throws CadastreError */
  async *allSeries(
    of: SeriesOf,
    query: Query,
    options: RequestOptions = {},
  ): AsyncGenerator<Series, void, undefined> {
    for (let page = query.pagination?.page ?? 1; ; page += 1) {
      const answer = await this.series(of, { ...query, pagination: { ...query.pagination, page } }, options);
      yield* answer.results;
      if (page >= answer.pagination.pageCount) return;
    }
  }

  /** The source of a figure. @throws CadastreError */
  async explain(
    { metric, entityType, entity, date }: ExplainRequest,
    options: RequestOptions = {},
  ): Promise<Explanation> {
    const parameters = {
      metric: String(metric),
      entity_type: entityType,
      ...(entity === undefined ? {} : { entity_id: String(entity) }),
      ...(date === undefined ? {} : { date }),
    };
    return this.#json("explain", parameters, options);
  }

  /** Metadata of a resource: fields, metrics, operators, groupings, limits. */
  async meta(resource: Resource, options: RequestOptions = {}): Promise<ResourceMeta> {
    return this.#json(`${resource}/meta`, {}, options);
  }

  /** Version of the data and freshness of its sources. */
  async status(options: RequestOptions = {}): Promise<MarketStatus> {
    return this.#json("status", {}, options);
  }

  /** Every row as one stream, from one version of the data, without pages. @throws CadastreError */
  async *stream<Name extends Resource, const Field extends string = never>(
    resource: Name,
    query: RowQuery<Field> = {},
    options: RequestOptions = {},
  ): AsyncGenerator<RowWith<Name, Field>, void, undefined> {
    for await (const line of linesOf(await this.file(resource, query, "ndjson", options))) {
      yield JSON.parse(line) as RowWith<Name, Field>;
    }
  }

  /** Every row as a file, to write or pipe while it arrives. @throws CadastreError */
  async file(
    resource: Resource,
    query: Query,
    format: FileFormat,
    options: RequestOptions = {},
  ): Promise<ReadableStream<Uint8Array>> {
    const answer = await send(this.#sender, this.#address(resource, { query, format }), {
      ...options,
      accept: "*/*",
    });
    if (answer.body === null) throw new TypeError("The answer has no body.");
    return answer.body;
  }

  /**
   * A file on the server, with a signed link that needs no key until it expires. It is created once: the same request
   * returns the same file while the data is unchanged.
   * @throws CadastreError
   */
  async link(
    path: FilePath,
    query: Query,
    format: FileFormat,
    options: RequestOptions = {},
  ): Promise<LinkedFile> {
    for (;;) {
      const parameters = { query, format, delivery: "link" };
      const answer = await this.#json<Download>(path, parameters, options);
      if (answer.status === "ready") return answer;
      await pause(answer.retry_after * 1000, options.signal);
    }
  }

  /** The bytes of a linked file. Resumes after a broken connection. */
  download(file: LinkedFile, options: RequestOptions = {}): AsyncGenerator<Uint8Array, void, undefined> {
    return downloadLinked(this.#sender, { file, base: this.#base, ...options });
  }

  #address(path: string, parameters: Readonly<Record<string, string | object>>): URL {
    const url = new URL(path, this.#base);
    for (const [name, value] of Object.entries(parameters)) {
      const text = typeof value === "string" ? value : JSON.stringify(value);
      if (text !== "{}") url.searchParams.set(name, text);
    }
    return url;
  }

  async #json<Answer>(
    path: string,
    parameters: Readonly<Record<string, string | object>>,
    options: RequestOptions,
  ): Promise<Answer> {
    const answer = await send(this.#sender, this.#address(path, parameters), options);
    return (await answer.json()) as Answer;
  }
}

const seriesPath = (of: SeriesOf): string =>
  of === "assets" || of === "tokens" ? `${of}/aggregates/timeseries` : `${of}_timeseries`;

async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string, void, undefined> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      const lines = (rest + decoder.decode(value, { stream: !done })).split("\n");
      rest = lines.pop() ?? "";
      yield* lines.filter((line) => line !== "");
      if (done) break;
    }
    if (rest !== "") yield rest;
  } finally {
    await reader.cancel();
  }
}
