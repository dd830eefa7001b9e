import type { Context } from "hono";
import { accepts } from "hono/accepts";
import { tooMany, visitorKey } from "#accounts/limits";
import { DATA_VERSION_HEADER, SAMPLE_FIELD, SAMPLE_HEADER, type Warning } from "#domain/api";
import { UnavailableError } from "#domain/errors";
import type { ReadScope } from "#domain/people";
import { AS_OF_PARAMETER, invalidAt, parseQueryText, type Query, queryLimits } from "#domain/query";
import { cutText, quoted } from "#domain/text";
import { contentTypes, type FileFormat, fileFormats, WrittenJson, writeJson } from "#market";
import { forVisitor, type VisitorWork } from "#stores";
import type { KnownBody } from "../http/compressedResponses";
import { type AdmittedKey, authenticate, keyGuard, sentScope } from "./authenticate";
import { datedMark, datedMarket, datedSuffix } from "./datedMarket";
import { downloadLink, wantsLink } from "./downloads/downloadLink";
import type { Endpoint, EndpointRequest } from "./endpoints";
import { matchingTag, requestHash, responseTag } from "./entityTag";
import { fileResponse } from "./fileResponse";
import type { RestDependencies, RestEnvironment, RestState } from "./restDependencies";

/** Warn code 299 (RFC 7234) is a persistent warning. Header values are limited to these characters. */
export const warningHeader = (message: string): string =>
  `299 - "${message.replace(/[^\x20-\x7e]/g, "?").replace(/["\\]/g, "'")}"`;

type ResponseFormat = "json" | FileFormat;

const JSON_TYPE = "application/json";
const types = new Map<string, ResponseFormat>([
  [JSON_TYPE, "json"],
  ...fileFormats.map((format): [string, ResponseFormat] => [
    contentTypes[format].split(";")[0] ?? contentTypes[format],
    format,
  ]),
]);

/**
 * The requested format: `?format=`, otherwise the `Accept` header, otherwise JSON.
 * @throws InvalidError for an unknown `format`
 */
function negotiateFormat(c: Context): ResponseFormat {
  const requested = c.req.query("format");
  if (requested !== undefined && requested !== "") {
    const format = [...types.values()].find((known) => known === requested.toLowerCase());
    if (format === undefined) throw invalidAt("format", `must be one of ${[...types.values()].join(", ")}`);
    return format;
  }
  const type = accepts(c, { header: "Accept", supports: [...types.keys()], default: JSON_TYPE });
  return types.get(type) ?? "json";
}

const MAX_WARNINGS = 20;

/** Warnings about unknown and repeated query parameters. */
export function parameterWarnings(search: URLSearchParams, known: readonly string[]): Warning[] {
  const counts = new Map<string, number>();
  for (const name of search.keys()) counts.set(name, (counts.get(name) ?? 0) + 1);
  const takes = known.length === 0 ? "this endpoint takes none" : `valid parameters: ${known.join(", ")}`;
  return [...counts].slice(0, MAX_WARNINGS).flatMap(([name, count]) => {
    const path = cutText(name, 100);
    if (!known.includes(name)) return [{ path, message: `unknown parameter ${quoted(name)}; ${takes}` }];
    return count > 1 ? [{ path, message: `${name} appears ${count} times; the first is used` }] : [];
  });
}

/** Authenticates a request, returns 304 for a matching tag, otherwise the response in the requested format. */
export async function respond(
  c: Context<RestEnvironment>,
  dependencies: RestDependencies,
  {
    state,
    endpoint,
    query = () => parseQueryText(c.req.query("query")),
  }: { state: RestState; endpoint: Endpoint; query?: () => Query },
): Promise<Response> {
  const { work, scope, countRows, admission } = await admitted(c, dependencies, { state, endpoint });
  const withRowQuota = async <T>(most: number, count: () => Promise<T>): Promise<T> =>
    admission === null || c.req.method === "HEAD"
      ? count()
      : admission.withRowQuota({ most, signal: work.signal }, count);
  return forVisitor(work, async () => {
    const market = await datedMarket(dependencies.market.narrowed(scope), {
      endpoint,
      asOf: c.req.query(AS_OF_PARAMETER),
    });
    const request: EndpointRequest = {
      market,
      id: c.req.param("id") ?? "",
      parameters: c.req.query(),
      query,
    };
    const { permission, file, fileName = "cadastre", isVolatile = false } = endpoint;
    const format = file === undefined ? "json" : negotiateFormat(c);
    if (file !== undefined && admission !== null && wantsLink(c)) {
      const { downloads: desk } = dependencies;
      if (format === "json") throw invalidAt("format", "must be a file format if delivery is link");
      if (desk === undefined) throw new UnavailableError("Download links are turned off on this server.");
      const linked = { ...endpoint, file };
      return downloadLink(c, { desk, endpoint: linked, request, format, admission, state, countRows });
    }
    const version = await market.dataVersion();
    const key = isVolatile ? null : { version, name: requestHash(c, market, format) };
    const cached = key === null || format !== "json" ? null : state.answers.cached(key);
    const tagOfBody = (known: KnownBody | null) =>
      key === null
        ? null
        : responseTag({ hash: key.name, since: known?.since ?? version, digest: known?.digest ?? null });
    const knownTag = (known: KnownBody | null) =>
      key === null
        ? null
        : matchingTag(ifNoneMatch, { hash: key.name, version, digest: known?.digest ?? null });
    const ifNoneMatch = c.req.header("if-none-match");
    let tag = tagOfBody(cached);
    const audience = permission === null && scope === null ? "public" : "private";
    const headers = () => ({
      "Cache-Control": isVolatile ? "no-store" : `${audience}, max-age=0, must-revalidate`,
      ...(tag === null ? {} : { ETag: tag }),
      ...(key === null ? {} : { [DATA_VERSION_HEADER]: version }),
    });
    // Set after the computation: an error response must not have the tag of a successful one.
    const head = () => {
      admission?.noteAnswered();
      for (const [name, value] of Object.entries(headers())) c.header(name, value);
      c.header("Vary", "Accept, Authorization", { append: true });
    };
    const notModified = (matching: string | null) => {
      tag = matching ?? tag;
      head();
      return c.body(null, 304);
    };
    const matching = knownTag(cached);
    if (matching !== null) return notModified(matching);
    if (format !== "json" && file !== undefined) {
      // Files are not cached.
      work.admit?.();
      const make = () =>
        withRowQuota(Infinity, async () => {
          const created = await file(request, format);
          if (c.req.method !== "HEAD") countRows(created.rows);
          return created;
        });
      const guard = admission === null ? undefined : keyGuard(dependencies.people, admission.key);
      const name = `${fileName}${datedSuffix(market)}`;
      const response = await fileResponse(c, { make, name, queue: state.files, guard });
      for (const [header, value] of Object.entries(headers())) response.headers.set(header, value);
      response.headers.append("vary", "Accept, Authorization");
      for (const { message } of warningsOf(c, endpoint))
        response.headers.append("warning", warningHeader(message));
      return response;
    }
    const packed = await withRowQuota(mostRows(endpoint), async () => {
      let noted = { rows: 0, hasSample: false };
      const sent = await state.answers.body({
        key,
        accepts: c.req.header("accept-encoding") ?? null,
        make: async () => {
          const body = await (endpoint.written ?? endpoint.json)(request);
          noted = { rows: rowsIn(body), hasSample: hasSampleIn(body) };
          if (key !== null) state.noted.set(key.name, noted);
          const complete = {
            ...withWarnings(body, warningsOf(c, endpoint)),
            ...(market.dated !== null && { dated: await datedMark(market, market.dated) }),
          };
          return endpoint.written === undefined ? JSON.stringify(complete) : writeJson(complete);
        },
      });
      // Read after the computation, since a concurrent request may have computed the shared response.
      if (key !== null) {
        noted = state.noted.get(key.name) ?? noted;
        tag = tagOfBody(sent.known);
        const same = knownTag(sent.known);
        if (same !== null || ifNoneMatch?.trim() === "*") {
          tag = same ?? tag;
          return null;
        }
      }
      if (c.req.method !== "HEAD") countRows(noted.rows);
      if (noted.hasSample) c.header(SAMPLE_HEADER, "true");
      return sent;
    });
    if (packed === null) return notModified(null);
    head();
    c.header("Vary", packed.headers.vary, { append: true });
    for (const name of ["content-encoding", "content-length"]) {
      const value = packed.headers[name];
      if (value !== undefined) c.header(name, value);
    }
    c.header("Content-Type", "application/json");
    return c.req.method === "HEAD" ? c.body(null) : c.body(packed.body);
  });
}

interface Admitted {
  /** The key of the request; null if none is required. */
  admission: AdmittedKey | null;
  work: VisitorWork;
  /** The readable part of the data; null for all of it. */
  scope: ReadScope | null;
  countRows: (rows: number) => void;
}

/** Identifies the visitor: the key if one is required, otherwise the network. */
async function admitted(
  c: Context<RestEnvironment>,
  dependencies: RestDependencies,
  { state, endpoint }: { state: RestState; endpoint: Endpoint },
): Promise<Admitted> {
  const { permission, resource, isLimitedByKey = false, scope: keyScope = null, file } = endpoint;
  const { signal } = c.req.raw;
  if (permission === null) {
    const address = dependencies.networkAddress?.(c.req.raw) ?? "everybody";
    const sent = await sentScope(c, dependencies);
    const { isOver, limit, retryAfter } = await state.limits.open.countVisitor(
      sent === null ? { networkAddress: address } : { keyId: sent.key.id },
    );
    if (isOver) throw tooMany(limit, retryAfter);
    return {
      admission: null,
      work: { visitor: visitorKey({ networkAddress: address }), signal },
      scope: resource === null && !isLimitedByKey ? null : (sent?.scope ?? null),
      countRows: () => undefined,
    };
  }
  const admission = await authenticate(c, dependencies, {
    state,
    permission,
    resource,
    keyScope,
    actionOf: () => (file === undefined || negotiateFormat(c) === "json" ? "read" : "download"),
  });
  const { key, scope, admitWork: admit } = admission;
  const visitor = visitorKey({ keyId: key.id });
  return {
    admission,
    work: { visitor, signal, admit, spent: (ms) => state.limits.work.spend(visitor, ms) },
    scope,
    countRows: (rows) => {
      if (key.organizationId !== null && rows > 0) dependencies.countRows?.(key.organizationId, rows);
    },
  };
}

/** Upper bound of the rows in a JSON response. */
const mostRows = ({ about }: Endpoint): number => {
  if (about === undefined) return 1;
  return about.kind === "series" ? queryLimits.pageValues : queryLimits.maxNarrowPerPage;
};

/** Number of rows: those of a page, the points of series, one for a single result. */
function rowsIn(body: object): number {
  const results: unknown = "results" in body ? body.results : null;
  if (!Array.isArray(results)) return 1;
  return results.reduce((sum: number, one: unknown) => sum + pointsIn(one), 0);
}

/** Whether a response or any of its results is marked as sample data. */
function hasSampleIn(body: object): boolean {
  const results: unknown = "results" in body ? body.results : null;
  return [body, ...(Array.isArray(results) ? results : [])].some(
    (one: unknown) =>
      typeof one === "object" && one !== null && SAMPLE_FIELD in one && one[SAMPLE_FIELD] === true,
  );
}

const pointsIn = (one: unknown): number =>
  typeof one === "object" &&
  one !== null &&
  "points" in one &&
  (Array.isArray(one.points) || one.points instanceof WrittenJson)
    ? one.points.length
    : 1;

const warningsOf = (c: Context, { parameters }: Endpoint): Warning[] =>
  parameterWarnings(new URL(c.req.url).searchParams, Object.keys(parameters.shape));

/** Adds warnings about the URL to those about the query. */
function withWarnings(body: object, warnings: readonly Warning[]): object {
  if (warnings.length === 0) return body;
  const said: unknown = "warnings" in body ? body.warnings : [];
  return { ...body, warnings: [...(Array.isArray(said) ? said : []), ...warnings] };
}
