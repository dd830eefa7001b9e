import { type Context, Hono } from "hono";
import { type LimitState, requireWork, tooMany, visitorKey } from "#accounts/limits";
import { ForbiddenError, NotFoundError } from "#domain/errors";
import { datedFileName } from "#domain/files";
import {
  readStablecoinScope,
  STABLECOIN_PARAMETER,
  type StablecoinScope,
  stablecoinScopes,
  withoutEmptyClasses,
  withStablecoinScope,
} from "#domain/people";
import { AS_OF_PARAMETER, type Filter, invalidAt, parseQueryText } from "#domain/query";
import { recordTypeOf } from "#domain/records";
import { splitResources } from "#domain/resources";
import { filePermission } from "#domain/screens";
import { type Caller, featureFlagDefaults, recordNames } from "#domain/vocabulary";
import {
  contentTypes,
  type DataSetStore,
  dumpSetNamed,
  type FileFormat,
  fileChecksum,
  fileFormats,
  hasSample,
  MANIFEST,
  type Market,
  marketStatus,
  type RowFile,
} from "#market";
import { forVisitor } from "#stores";
import { requirePermission } from "../access/requirePermission";
import { rateHeaders } from "../http/rateHeaders";
import { storedFileResponse } from "../http/storedFileResponse";
import { quarantineFile } from "../records/quarantineFile";
import { recordFile } from "../records/recordFile";
import { asOfWords, datedMarket } from "./datedMarket";
import { downloadFile } from "./downloads/downloadFile";
import { type EndpointRequest, endpointAt } from "./endpoints";
import { fileResponse } from "./fileResponse";
import { forOtherSites } from "./forOtherSites";
import type { RestDependencies, RestEnvironment, RestState } from "./restDependencies";
import { spreadsheetResponse } from "./spreadsheetResponse";

const ADDRESS = /^\/export\/stored\/(\d{4}-\d\d-\d\d)\/([a-z_]+\.[a-z.]+)$/;

/**
 * A nightly file: `/export/stored/<day>/<file>`, where `<file>` is one that the
 * version's `manifest.json` names, or the manifest. Requires the same permissions as a current file of the same rows.
 * @returns null for other paths
 * @throws NotFoundError, UnauthorizedError, ForbiddenError
 */
async function storedFile(
  c: Context,
  { store, caller }: { store: DataSetStore; caller: Caller },
): Promise<Response | null> {
  const [, day, name] = ADDRESS.exec(c.req.path) ?? [];
  if (day === undefined || name === undefined) return null;
  if (name === MANIFEST) {
    const path = await store.manifest(day);
    if (path === null) throw new NotFoundError("File not found.");
    const { sha256 } = await fileChecksum(path);
    return storedFileResponse(c, {
      path,
      name: `cadastre-${day}-${MANIFEST}`,
      contentType: "application/json",
      sha256,
    });
  }
  const found = await store.file(day, name);
  const set = found === null ? undefined : dumpSetNamed(found.file.resource);
  if (found === null || set === undefined) throw new NotFoundError("File not found.");
  const { file, path } = found;
  for (const permission of [filePermission(file.format), ...set.permissions])
    requirePermission(caller, permission);
  return storedFileResponse(c, {
    path,
    name: `${day}-${file.file}`,
    contentType: file.file.endsWith(".gz") ? "application/gzip" : contentTypes[file.format],
    sha256: file.sha256,
  });
}

/** The subject of a file, as named by its page. */
const SUBJECT = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const MAX_SUBJECT = 300;

interface PageFile {
  /** Path of its endpoint, such as `tokens/aggregates`. */
  path: string;
  subject: string | undefined;
  filter: Filter | null;
  /** `as_of` of the file. */
  asOf: string | undefined;
}

/**
 * The name of a page's file, without its extension: the subject, the latest day of figures or the time that they are as of,
 * and whether any of them is sample data.
 * @throws InvalidError for an invalid subject
 */
async function pageFileName(market: Market, { path, subject, filter, asOf }: PageFile): Promise<string> {
  if (subject !== undefined && (subject.length > MAX_SUBJECT || !SUBJECT.test(subject)))
    throw invalidAt("subject", "must be lower-case letters and digits, in words joined by single hyphens");
  const { as_of, has_sample } = await marketStatus(market);
  const resource = splitResources.find((name) => name === path.split("/")[0]);
  const isSample = resource === undefined ? has_sample : await hasSample(market, resource, filter);
  const date = asOf === undefined ? as_of : asOfWords(asOf);
  return datedFileName({ title: subject ?? path, date, isSample });
}

/**
 * Files for readers of our own pages, who have no key: `/export/<path>.<format>?query=…`, where `<path>` and
 * the query are those of the API (`assets`, `tokens/aggregates`, `assets/aggregates/timeseries`), and `subject`
 * describes the content in the file name. Other sites
 * cannot link to them (browsers send the origin of a request), files are limited per minute and address, and
 * a visitor gets only data that they can read. CSV is public, other formats require the download permission.
 * Records of people (`records/audit_log`) and rows that imports rejected (`quarantine`) are available as CSV only, to
 * administrators. Nightly files are under `/export/stored`, spreadsheet links, which have a secret, at `/export/link.csv`, and
 * files of signed links under `/export/download`.
 */
export function fileRoutes(dependencies: RestDependencies, state: RestState): Hono<RestEnvironment> {
  const { limits, pageFiles } = state;
  const app = new Hono<RestEnvironment>();
  app.get("/link.csv", (c) => spreadsheetResponse(c, dependencies, state));
  app.use("/download/*", forOtherSites(["Accept-Ranges", "Content-Length", "Content-Range", "Repr-Digest"]));
  app.get("/download/*", (c) => downloadFile(c, dependencies, state));
  app.get("/stored/*", async (c) => {
    const { dataSets: store, callerOf } = dependencies;
    await admit(c, dependencies, limits);
    c.header("X-Robots-Tag", "noindex");
    const caller = (await callerOf?.(c.req.raw)) ?? anonymous;
    const response = store === undefined ? null : await storedFile(c, { store, caller });
    if (response === null) throw new NotFoundError("File not found.");
    return response;
  });
  app.get("/*", async (c) => {
    const match = /^\/export\/([a-z_]+(?:\/[a-z_]+)*)\.([a-z]+)\/?$/.exec(c.req.path);
    const format = fileFormats.find((known) => known === match?.[2]);
    if (match?.[1] === undefined || format === undefined) throw new NotFoundError("File not found.");
    const { visitor, left } = await admit(c, dependencies, limits);
    requireWork(left);
    c.header("X-Robots-Tag", "noindex");
    c.header("Cache-Control", "private, no-store");
    const make = await readable(c, dependencies, { path: match[1], format });
    const path = match[1];
    return forVisitor(
      { visitor, signal: c.req.raw.signal, spent: (ms) => limits.work.spend(visitor, ms) },
      async () =>
        fileResponse(c, { make, name: await nameOf(c, dependencies.market, path), queue: pageFiles }),
    );
  });
  return app;
}

/** @returns the visitor whose queue slot the file takes, and their remaining database time */
async function admit(
  c: Context,
  { networkAddress }: RestDependencies,
  { files, work }: RestState["limits"],
): Promise<{ visitor: string; left: LimitState }> {
  const site = c.req.header("sec-fetch-site");
  if (site !== undefined && site !== "same-origin" && site !== "none") {
    throw new ForbiddenError(
      "Files are served only to pages of this site. Other applications must use the API.",
    );
  }
  const address = networkAddress?.(c.req.raw) ?? "everybody";
  const visitor = visitorKey({ networkAddress: address });
  const [state, left] = await Promise.all([files.countAddress(address), work.state(visitor)]);
  for (const [name, value] of Object.entries(rateHeaders(state, left))) c.header(name, value);
  if (state.isOver) throw tooMany(state.limit, state.retryAfter);
  return { visitor, left };
}

/** Records and rejected rows have no day. */
const nameOf = async (c: Context, market: Market, path: string): Promise<string> =>
  endpointAt(`/${path}`) === undefined
    ? path.replaceAll("/", "-")
    : pageFileName(market, {
        path,
        subject: c.req.query("subject"),
        filter: parseQueryText(c.req.query("query")).filter,
        asOf: c.req.query(AS_OF_PARAMETER),
      });

/**
 * The stablecoin scope of the page that links to the file; undefined for all figures.
 * @throws InvalidError for an unknown scope
 */
function stablecoinsOf(c: Context): StablecoinScope | undefined {
  const raw = c.req.query(STABLECOIN_PARAMETER);
  const scope = readStablecoinScope(raw);
  if (raw !== undefined && scope === undefined)
    throw invalidAt(STABLECOIN_PARAMETER, `must be one of ${stablecoinScopes.join(", ")}`);
  return scope;
}

const anonymous: Caller = { id: "", features: featureFlagDefaults };

/**
 * Returns the function that computes a file, after checking that the caller can read it.
 * @throws NotFoundError for an unknown file, UnauthorizedError, ForbiddenError
 */
async function readable(
  c: Context,
  { callerOf, market, people, emptyClasses = "show" }: RestDependencies,
  { path, format }: { path: string; format: FileFormat },
): Promise<() => Promise<Omit<RowFile, "rows">>> {
  const caller = (await callerOf?.(c.req.raw)) ?? anonymous;
  requirePermission(caller, filePermission(format));
  const record = format === "csv" ? recordNames.find((name) => path === `records/${name}`) : undefined;
  if (record !== undefined) {
    requirePermission(caller, recordTypeOf(record).permission);
    return () => recordFile(people, record, parseQueryText(c.req.query("query")));
  }
  if (path === "quarantine" && format === "csv") {
    requirePermission(caller, "admin");
    return () => quarantineFile(market.store, c.req.query("file") ?? null);
  }
  const endpoint = endpointAt(`/${path}`);
  for (const permission of endpoint?.filePermissions ?? []) requirePermission(caller, permission);
  const file = endpoint?.file;
  if (endpoint === undefined || file === undefined) throw new NotFoundError("File not found.");
  const scope = withStablecoinScope(withoutEmptyClasses(market.scope, emptyClasses), stablecoinsOf(c));
  const request: Omit<EndpointRequest, "market"> = {
    id: "",
    parameters: c.req.query(),
    query: () => parseQueryText(c.req.query("query")),
    isTitled: c.req.query("header") === "titles",
  };
  const asOf = c.req.query(AS_OF_PARAMETER);
  return async () =>
    file({ ...request, market: await datedMarket(market.narrowed(scope), { endpoint, asOf }) }, format);
}
