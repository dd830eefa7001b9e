import { Hono } from "hono";
import type { z } from "zod";
import { apiKeyHasAccess, suspensionMessage, verifyApiKey } from "#accounts/apiKeys";
import { type Limits, tooMany } from "#accounts/limits";
import { errorSchema } from "#domain/api";
import { formatCount } from "#domain/text";
import type { PeopleStore } from "#stores";
import { bearerToken } from "../access/bearerToken";
import { isNestedDeeper } from "../http/isNestedDeeper";
import type { CallApi } from "./agentTools";

/** The message of an error; if several parts of a query are invalid, one line each. */
const wordsOf = ({ message, errors = [] }: z.infer<typeof errorSchema>): string =>
  errors.length < 2 ? message : errors.map((one) => `${one.path}: ${one.message}`).join("\n");

/** Calls the API over HTTP with a key. `request` can also be the API's own handler. */
export const createApiCaller =
  (
    request: (url: URL, init: { headers: Record<string, string> }) => Response | Promise<Response>,
    { baseUrl, authorization }: { baseUrl: string; authorization: string },
  ): CallApi =>
  async (path, parameters) => {
    const url = new URL(`${baseUrl.replace(/\/+$/, "")}/api/v4${path}`);
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
    const response = await request(url, { headers: { authorization } });
    const body: unknown = await response.json().catch(() => null);
    if (response.ok) return body;
    const errorBody = errorSchema.safeParse(body);
    const wait = response.headers.get("retry-after");
    throw new Error(
      `${errorBody.success ? wordsOf(errorBody.data) : `The API returned status ${response.status}.`}${
        wait === null || !/^\d+$/.test(wait) ? "" : ` Retry after ${formatCount(Number(wait), "second")}.`
      }`,
    );
  };

/** Path of the endpoint for agents. */
export const MCP_PATH = "/mcp";

/** Twice the depth of the most deeply nested filter that the API accepts. */
const MAX_LEVELS = 50;

/** Loaded with the first message, since the protocol's SDK takes as long to load as the rest of the data API. */
const loadProtocol = () =>
  Promise.all([
    import("./createMcpServer"),
    import("@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js"),
  ]);

/**
 * The Model Context Protocol over HTTP, without sessions: each message has a key in its header, as requests of the API do,
 * and every tool calls the API with it, so that the same policies and limits apply.
 */
export function createMcpHandler({
  rest,
  people,
  limits,
}: {
  rest: Hono;
  people: PeopleStore;
  limits: Pick<Limits, "agents">;
}): Hono {
  const app = new Hono();
  app.post(MCP_PATH, async (c) => {
    const authorization = c.req.header("authorization") ?? "";
    const sent = bearerToken(authorization);
    const key = sent === null ? null : await verifyApiKey(people, sent);
    if (key === null) {
      const suspended = sent === null ? null : await suspensionMessage(people, sent);
      if (suspended !== null) return c.json({ message: suspended }, 403);
      return c.json({ message: "Send a valid API key: Authorization: Bearer KEY." }, 401, {
        "WWW-Authenticate": "Bearer",
      });
    }
    if (!apiKeyHasAccess(key)) {
      return c.json({ message: "The plan of this API key does not include the data API." }, 403);
    }
    const { isOver, limit, retryAfter } = await limits.agents.count(String(key.id));
    if (isOver) {
      return c.json({ message: tooMany(limit, retryAfter).message }, 429, {
        "Retry-After": String(retryAfter),
      });
    }
    const body: unknown = await c.req.json().catch(() => null);
    if (Array.isArray(body)) return c.json({ message: "Send one message at a time." }, 400);
    if (isNestedDeeper(body, MAX_LEVELS)) {
      return c.json({ message: `Messages can be nested at most ${MAX_LEVELS} levels deep.` }, 400);
    }
    const { signal } = c.req.raw;
    const callApi = createApiCaller((url, init) => rest.request(url, { ...init, signal }), {
      baseUrl: "http://localhost",
      authorization,
    });
    const [{ createMcpServer }, { WebStandardStreamableHTTPServerTransport }] = await loadProtocol();
    const server = createMcpServer(callApi);
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    await server.connect(transport);
    try {
      return await transport.handleRequest(c.req.raw, { parsedBody: body });
    } finally {
      await server.close();
    }
  });
  app.all(MCP_PATH, (c) =>
    c.json({ message: "Send Model Context Protocol messages with POST." }, 405, { Allow: "POST" }),
  );
  return app;
}
