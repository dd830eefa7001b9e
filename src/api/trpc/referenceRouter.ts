import { z } from "zod";
import {
  type EndpointReference,
  type EndpointResponse,
  type ListedEndpoint,
  version3Endpoints,
} from "#domain/api";
import { DomainError, NotFoundError } from "#domain/errors";
import type { User } from "#domain/people";
import { parseQueryText } from "#domain/query";
import { quoted } from "#domain/text";
import { accessTo } from "#domain/vocabulary";
import type { Market } from "#market";
import { requirePermission } from "../access/requirePermission";
import {
  describeEndpoint,
  listedEndpoint,
  type QueriedEndpoint,
  queriedEndpoint,
  readerPermissions,
} from "../reference/describeEndpoint";
import { endpoints } from "../rest/endpoints";
import { errorContent } from "../rest/errorResponse";
import { version3Query } from "../rest/v3Routes";
import { domainProcedure } from "./domainProcedure";
import { t } from "./trpc";

/**
 * The response of an endpoint to the text of a query, as JSON identical to the API's, including errors. Access is that of the
 * reader's plan, since pages call it without a key.
 */
async function callEndpoint(
  { market, user }: { market: Market; user: User },
  endpoint: QueriedEndpoint,
  text: string,
  version: 3 | 4 = 4,
): Promise<EndpointResponse> {
  try {
    for (const permission of readerPermissions(endpoint)) requirePermission(user, permission);
    const query = () => (version === 3 ? version3Query(text) : parseQueryText(text));
    return { status: 200, body: await endpoint.json({ market, id: "", parameters: {}, query }) };
  } catch (error) {
    if (error instanceof DomainError) return errorContent(error);
    throw error;
  }
}

const path = z.string().min(1).max(200);

function requireEndpoint(endpointPath: string): QueriedEndpoint {
  const endpoint = queriedEndpoint(endpointPath);
  if (endpoint === undefined) throw new NotFoundError(`The API has no endpoint ${quoted(endpointPath)}.`);
  return endpoint;
}

/** The data API's endpoints, for the pages about it. */
export const referenceRouter = t.router({
  /** An endpoint that takes a query: its fields, operators and limits, and an example query. */
  endpoint: domainProcedure
    .input(z.object({ path }))
    .query(({ input }): EndpointReference => describeEndpoint(requireEndpoint(input.path))),
  /** A summary of every endpoint. */
  list: domainProcedure.query((): ListedEndpoint[] => endpoints.map(listedEndpoint)),
  /** The series of a custom chart, limited to what the reader can see. Viewing a chart does not require the API. */
  chart: domainProcedure
    .input(z.object({ path, query: z.string() }))
    .query(async ({ ctx, input }): Promise<EndpointResponse> => {
      const endpoint = requireEndpoint(input.path);
      if (endpoint.about.kind !== "series") throw new NotFoundError("Charts are of series.");
      return callEndpoint(ctx, endpoint, input.query);
    }),
  /** The result of an endpoint's example query; null if the reader lacks access. */
  sample: domainProcedure
    .input(z.object({ path }))
    .query(async ({ ctx, input }): Promise<EndpointResponse | null> => {
      const endpoint = requireEndpoint(input.path);
      const mayRead = readerPermissions(endpoint).every((one) => accessTo(one, ctx.user) === "allowed");
      if (!mayRead) return null;
      const { example } = describeEndpoint(endpoint);
      return callEndpoint(ctx, endpoint, JSON.stringify({ ...example, pagination: { page: 1, perPage: 1 } }));
    }),
});

/** Calls the data API for readers of a page, without a key. */
export const explorerRouter = t.router({
  /** The exact response of an endpoint. The query is text, since it may be invalid JSON. */
  ask: domainProcedure
    .input(z.object({ path, query: z.string(), version: z.literal([3, 4]).default(4) }))
    .query(({ ctx, input }): Promise<EndpointResponse> => {
      const { version } = input;
      if (version === 4) return callEndpoint(ctx, requireEndpoint(input.path), input.query);
      const isKnown = Object.values(version3Endpoints).some(({ answeredBy }) => answeredBy === input.path);
      if (!isKnown) throw new NotFoundError(`Version 3 has no endpoint for ${quoted(input.path)}.`);
      return callEndpoint(ctx, requireEndpoint(input.path), input.query, version);
    }),
});
