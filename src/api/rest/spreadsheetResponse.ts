import type { Context } from "hono";
import { requireNotSuspended, verifySpreadsheetLink } from "#accounts/apiKeys";
import { visitorKey } from "#accounts/limits";
import { InvalidError, NotFoundError, UnauthorizedError } from "#domain/errors";
import { parseQueryText } from "#domain/query";
import { cutText } from "#domain/text";
import { forVisitor } from "#stores";
import { authenticate, keyGuard } from "./authenticate";
import { type EndpointRequest, endpointAt } from "./endpoints";
import { fileResponse } from "./fileResponse";
import type { RestDependencies, RestEnvironment, RestState } from "./restDependencies";

/** Headers of responses at secret URLs: not cached, and no referrer is sent to other sites. */
export function describeSecretLink(c: Context): void {
  c.header("Cache-Control", "private, no-store");
  c.header("Referrer-Policy", "no-referrer");
  c.header("X-Robots-Tag", "noindex");
}

const INVALID = "This link is not valid: it is incomplete, was revoked or has expired.";

/**
 * The rows of a spreadsheet link, as CSV: `/export/link.csv?token=…`. The secret is in the URL, since
 * spreadsheets cannot send headers. It grants access to the stored query only, under the policies, limits and counters of its
 * key.
 * @throws UnauthorizedError for an invalid, revoked or expired secret, and as `authenticate`
 */
export async function spreadsheetResponse(
  c: Context<RestEnvironment>,
  dependencies: RestDependencies,
  state: RestState,
): Promise<Response> {
  describeSecretLink(c);
  const { token = "", ...others } = c.req.query();
  const key = /^lnk_[\w-]{43}$/.test(token) ? await verifySpreadsheetLink(dependencies.people, token) : null;
  if (key === null) {
    await requireNotSuspended(dependencies.people, token);
    throw new UnauthorizedError(INVALID);
  }
  requireStoredQuery(others);
  const { path, query } = key.link;
  const endpoint = endpointAt(path);
  if (endpoint?.file === undefined || endpoint.permission === null) {
    throw new NotFoundError(`The endpoint of this link, ${path}, no longer exists. Create a new link.`);
  }
  const { permission, resource, scope: keyScope = null, file, fileName = "cadastre" } = endpoint;
  const { scope, admitWork, withRowQuota } = await authenticate(c, dependencies, {
    state,
    key,
    permission,
    resource,
    keyScope,
    actionOf: () => "download",
  });
  admitWork();
  const request: EndpointRequest = {
    market: dependencies.market.narrowed(scope),
    id: "",
    parameters: {},
    query: () => parseQueryText(query),
  };
  const visitor = visitorKey({ keyId: key.id });
  const { organizationId } = key;
  const work = {
    visitor,
    signal: c.req.raw.signal,
    spent: (ms: number) => state.limits.work.spend(visitor, ms),
  };
  return forVisitor(work, async () => {
    const make = () =>
      withRowQuota({ most: Infinity, signal: work.signal }, async () => {
        const created = await file(request, "csv");
        if (c.req.method !== "HEAD" && organizationId !== null)
          dependencies.countRows?.(organizationId, created.rows);
        return created;
      });
    const guard = keyGuard(dependencies.people, key);
    return fileResponse(c, { make, name: fileName, queue: state.files, guard });
  });
}

/** Rejects parameters that would change the stored query, since ignoring them would be misleading. */
function requireStoredQuery(others: Readonly<Record<string, string>>): void {
  const { format, ...unknown } = others;
  if (format !== undefined && format !== "csv") {
    throw new InvalidError("Spreadsheet links return CSV only.", [
      { path: "format", message: "must be csv" },
    ]);
  }
  const [name] = Object.keys(unknown);
  if (name === undefined) return;
  throw new InvalidError("Spreadsheet links return only the query they were created for.", [
    { path: cutText(name, 100), message: "is not a parameter of a spreadsheet link" },
  ]);
}
