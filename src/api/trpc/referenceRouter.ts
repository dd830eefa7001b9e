import { z } from "zod";
import {
  accessTo,
  type EndpointReference,
  type EndpointResponse,
  type ListedEndpoint,
  NotFoundError,
  quoted,
  version3Endpoints,
} from "#domain";
import { callEndpoint } from "../reference/callEndpoint";
import {
  describeEndpoint,
  listedEndpoint,
  type QueriedEndpoint,
  queriedEndpoint,
  readerPermissions,
} from "../reference/describeEndpoint";
import { endpoints } from "../rest/endpoints";
import { domainProcedure } from "./domainProcedure";
import { t } from "./trpc";

const path = z.string().min(1).max(200);

function known(asked: string): QueriedEndpoint {
  const endpoint = queriedEndpoint(asked);
  if (endpoint === undefined) throw new NotFoundError(`The API has no endpoint ${quoted(asked)}.`);
  return endpoint;
}

/** What the data API offers, for the pages about it. */
export const referenceRouter = t.router({
  /** An endpoint that takes a query: its fields, operators and limits, and a query to start from. */
  endpoint: domainProcedure
    .input(z.object({ path }))
    .query(({ input }): EndpointReference => describeEndpoint(known(input.path))),
  /** Every endpoint, in a few words. */
  list: domainProcedure.query((): ListedEndpoint[] => endpoints.map(listedEndpoint)),
  /** The series of a chart that somebody built, as far as the reader may see them: whoever sees it needs no API. */
  chart: domainProcedure
    .input(z.object({ path, query: z.string() }))
    .query(async ({ ctx, input }): Promise<EndpointResponse> => {
      const endpoint = known(input.path);
      if (endpoint.about.kind !== "series") throw new NotFoundError("Charts are of series.");
      return callEndpoint(ctx, endpoint, input.query);
    }),
  /** What an endpoint answers to its example; null where the reader may not read it. */
  sample: domainProcedure
    .input(z.object({ path }))
    .query(async ({ ctx, input }): Promise<EndpointResponse | null> => {
      const endpoint = known(input.path);
      const mayRead = readerPermissions(endpoint).every((one) => accessTo(one, ctx.user) === "allowed");
      if (!mayRead) return null;
      const { example } = describeEndpoint(endpoint);
      return callEndpoint(ctx, endpoint, JSON.stringify({ ...example, pagination: { page: 1, perPage: 1 } }));
    }),
});

/** Asks the data API on behalf of who looks at a page, without a key. */
export const explorerRouter = t.router({
  /** What an endpoint answers to a query, to the letter. The query is text, since it may be no JSON. */
  ask: domainProcedure
    .input(z.object({ path, query: z.string(), version: z.literal([3, 4]).default(4) }))
    .query(({ ctx, input }): Promise<EndpointResponse> => {
      const { version } = input;
      if (version === 4) return callEndpoint(ctx, known(input.path), input.query);
      const answered = Object.values(version3Endpoints).some(({ answeredBy }) => answeredBy === input.path);
      if (!answered) throw new NotFoundError(`Version 3 has no endpoint for ${quoted(input.path)}.`);
      return callEndpoint(ctx, known(input.path), input.query, version);
    }),
});
