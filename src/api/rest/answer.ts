import type { Context } from "hono";
import { parseQueryText, type Query, type Warning } from "#domain";
import { forVisitor, type VisitorWork } from "#stores";
import { isHeld } from "../http/isHeld";
import { parameterWarnings } from "../http/parameterWarnings";
import { authenticate } from "./authenticate";
import type { Asked, Endpoint } from "./endpoints";
import { entityTag } from "./entityTag";
import { fileResponse } from "./fileResponse";
import { negotiateFormat } from "./negotiateFormat";
import type { RestDependencies, RestEnvironment, RestState } from "./restDependencies";

/** Admits a request, tells a client that holds the answer so, and gives the answer in the format asked for. */
export async function answer(
  c: Context<RestEnvironment>,
  dependencies: RestDependencies,
  {
    state,
    endpoint,
    query = () => parseQueryText(c.req.query("query")),
  }: { state: RestState; endpoint: Endpoint; query?: () => Query },
): Promise<Response> {
  const asked: Asked = {
    market: dependencies.market,
    id: c.req.param("id") ?? "",
    parameters: c.req.query(),
    query,
  };
  const work = await admitted(c, dependencies, { state, endpoint });
  return forVisitor(work, async () => {
    const { permission, file, fileName = "cadastre", isVolatile = false } = endpoint;
    const format = file === undefined ? "json" : negotiateFormat(c);
    const tag = isVolatile ? null : await entityTag(c, dependencies.market, format);
    const audience = permission === null ? "public" : "private";
    const headers = {
      "Cache-Control": isVolatile ? "no-store" : `${audience}, max-age=0, must-revalidate`,
      ...(tag === null ? {} : { ETag: tag }),
    };
    // Only then: an error answer must not carry the tag of the answer that could not be given.
    const head = () => {
      for (const [name, value] of Object.entries(headers)) c.header(name, value);
      c.header("Vary", "Accept, Authorization", { append: true });
    };
    if (tag !== null && isHeld(c.req.header("if-none-match"), tag)) {
      head();
      return c.body(null, 304);
    }
    if (format !== "json" && file !== undefined) {
      const make = () => file(asked, format);
      const response = await fileResponse(c, { make, name: fileName, turns: state.files });
      for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
      response.headers.append("vary", "Accept, Authorization");
      for (const { message } of warningsOf(c, endpoint))
        response.headers.append("warning", warningHeader(message));
      return response;
    }
    const packed = await state.answers.body({
      key: tag === null ? null : { version: await dependencies.market.dataVersion(), name: tag },
      accepts: c.req.header("accept-encoding") ?? null,
      make: async () => JSON.stringify(withWarnings(await endpoint.json(asked), warningsOf(c, endpoint))),
    });
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

/** For whom the answer is made: the key where one is needed, else the network that asks. */
async function admitted(
  c: Context<RestEnvironment>,
  dependencies: RestDependencies,
  { state, endpoint: { permission } }: { state: RestState; endpoint: Endpoint },
): Promise<VisitorWork> {
  const { signal } = c.req.raw;
  if (permission === null) {
    return { visitor: `network ${dependencies.networkAddress?.(c.req.raw) ?? ""}`, signal };
  }
  const key = await authenticate(c, dependencies, { state, permission });
  const visitor = `key ${key.id}`;
  return { visitor, signal, spent: (ms) => state.work.spend(visitor, ms) };
}

const warningsOf = (c: Context, { parameters }: Endpoint): Warning[] =>
  parameterWarnings(new URL(c.req.url).searchParams, Object.keys(parameters.shape));

/** Adds what is to be said of the address to what is said of the query. */
function withWarnings(body: object, warnings: readonly Warning[]): object {
  if (warnings.length === 0) return body;
  const said: unknown = "warnings" in body ? body.warnings : [];
  return { ...body, warnings: [...(Array.isArray(said) ? said : []), ...warnings] };
}

/** RFC 7234 calls 299 a warning that persists. Headers carry no other characters than these. */
const warningHeader = (message: string): string =>
  `299 - "${message.replace(/[^\x20-\x7e]/g, "?").replace(/["\\]/g, "'")}"`;
