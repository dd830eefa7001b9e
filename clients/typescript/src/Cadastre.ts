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
/** What there are totals of. */
export type Totalled = "assets" | "tokens";
export type FileFormat = "csv" | "ndjson" | "parquet" | "xlsx";
/** Paths of what there are files of. */
export type FilePath =
  | Resource
  | `${Totalled}/aggregates`
  | `${Totalled}/aggregates/timeseries`
  | `${Exclude<SeriesOf, Totalled>}_timeseries`;
/** A file that is on the server, with a signed link to it. */
export type LinkedFile = Extract<Download, { readonly status: "ready" }>;

/** A query whose `fields` are known, so that rows have them for certain. */
export type RowQuery<Field extends string> = Omit<Query, "fields"> & {
  readonly fields?: readonly Field[];
};
/** A row with the fields that were asked for; of the others each may be absent. */
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
  /** Address of the installation, as `https://data.example.com`. */
  baseUrl: string | URL;
  /** An API key. */
  key: string;
  /** How often a request is sent again that met a limit or a passing error; 4 where left out. */
  retries?: number;
  /** Another `fetch`, for proxies and tests. */
  fetch?: typeof fetch;
}

export interface ExplainRequest {
  metric: string | number;
  entityType: string;
  /** Id or slug; left out for the whole catalog, whose type is `catalog`. */
  entity?: string | number;
  /** `YYYY-MM-DD`; the newest where left out. */
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
    // Called by itself: some implementations refuse another `this`.
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
   * Every row, page after page: the next is fetched when the last row of one was taken. Where the resource has cursors,
   * they lead on, so that rows which come meanwhile are neither missed nor repeated.
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
      const asked = { ...query, pagination: { ...size, ...place } };
      const answer: ListPage<RowWith<Name, Field>> = await this.list(resource, asked, options);
      yield* answer.results;
      const { next, pageCount } = answer.pagination;
      if (next === undefined ? page >= pageCount : next === null) return;
      place = next == null ? { page: page + 1 } : { after: next };
    }
  }

  /** One row, by id or slug. @throws CadastreError with the status 404 where there is none */
  async get<Name extends Resource>(
    resource: Name,
    id: string | number,
    options: RequestOptions = {},
  ): Promise<Rows[Name]> {
    return this.#json(`${resource}/${encodeURIComponent(id)}`, {}, options);
  }

  /** Every metric now, in total by any groupable field. @throws CadastreError */
  async totals(resource: Totalled, query: Query = {}, options: RequestOptions = {}): Promise<TotalsPage> {
    return this.#json(`${resource}/aggregates`, { query }, options);
  }

  /** A page of series; the filter names their measures. @throws CadastreError */
  async series(of: SeriesOf, query: Query, options: RequestOptions = {}): Promise<SeriesPage> {
    return this.#json(seriesPath(of), { query }, options);
  }

  /** Every series, page after page. @throws CadastreError */
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

  /** Where a figure comes from. @throws CadastreError */
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

  /** What can be asked of a resource: fields, metrics, operators, groupings, limits. */
  async meta(resource: Resource, options: RequestOptions = {}): Promise<ResourceMeta> {
    return this.#json(`${resource}/meta`, {}, options);
  }

  /** Version of the data and freshness of its sources. */
  async status(options: RequestOptions = {}): Promise<MarketStatus> {
    return this.#json("status", {}, options);
  }

  /** Every row as one stream, of one version of the data, without pages. @throws CadastreError */
  async *stream<Name extends Resource, const Field extends string = never>(
    resource: Name,
    query: RowQuery<Field> = {},
    options: RequestOptions = {},
  ): AsyncGenerator<RowWith<Name, Field>, void, undefined> {
    for await (const line of linesOf(await this.file(resource, query, "ndjson", options))) {
      yield JSON.parse(line) as RowWith<Name, Field>;
    }
  }

  /** Every row as a file, to be written or piped as it comes. @throws CadastreError */
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
   * A file on the server, with a signed link that anybody may follow until it expires. It is made once: the same request
   * gives the same file while the data is the same.
   * @throws CadastreError
   */
  async link(
    path: FilePath,
    query: Query,
    format: FileFormat,
    options: RequestOptions = {},
  ): Promise<LinkedFile> {
    for (;;) {
      const asked = { query, format, delivery: "link" };
      const answer = await this.#json<Download>(path, asked, options);
      if (answer.status === "ready") return answer;
      await pause(answer.retry_after * 1000, options.signal);
    }
  }

  /** The bytes of a linked file. After a break they go on where they ended. @throws CadastreError */
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
