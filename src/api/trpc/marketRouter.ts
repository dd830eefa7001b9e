import { z } from "zod";
import type { ShownAddress } from "#domain/api";
import { InvalidError, NotFoundError } from "#domain/errors";
import { stablecoinScopes, withoutEmptyClasses, withStablecoinScope } from "#domain/people";
import { AS_OF_PARAMETER, isEqual, parseQuery, type Query, type QueryInput } from "#domain/query";
import {
  checksResource,
  type EntityType,
  entityOf,
  holdersResource,
  resourceByName,
  type SplitResource,
  splitResources,
  subjectTypes,
} from "#domain/resources";
import { seriesPermissions, totalsPermissions } from "#domain/screens";
import { accessTo, type Caller } from "#domain/vocabulary";
import {
  addressHistory,
  aggregateResource,
  countByMonth,
  dataFreshness,
  dataSets,
  emptyColumns,
  explainFigure,
  figureSources,
  getEntity,
  hasHolders,
  largestHolders,
  listResource,
  loanSplits,
  type Market,
  marketFreshness,
  marketStatus,
  metricCoverage,
  metricSeries,
  metricTrends,
  openChecks,
  readDatedPoint,
  resourceMeta,
  storedSets,
} from "#market";
import { requirePermission } from "../access/requirePermission";
import { domainProcedure } from "./domainProcedure";
import { t } from "./trpc";

/** Who reads, and the market that they read. */
interface Reader {
  user: Caller;
  market: Pick<Market, "holders">;
}

/**
 * Requires the permission to read a resource. Unknown names pass: the lookup reports them.
 * @throws UnauthorizedError, ForbiddenError as `requirePermission`
 */
function requireResource({ user, market }: Reader, name: string): void {
  const resource = resourceByName(name);
  if (resource === undefined) return;
  const isOpen = resource.slug === holdersResource.slug && market.holders === "public";
  if (!isOpen) requirePermission(user, resource.permission);
}

/** Requires the permission of the pages that show totals over a resource, in addition to that of its rows. */
function requireTotals(reader: Reader, resource: "assets" | "tokens"): void {
  requireResource(reader, resource);
  requirePermission(reader.user, totalsPermissions[resource].aggregates);
}

/** Requires all `seriesPermissions` of a resource. */
function requireSeries({ user }: Reader, resource: SplitResource): void {
  for (const permission of seriesPermissions(resource)) requirePermission(user, permission);
}

/** Requires the permission to read an entity's row, for explanations of its figures. */
function requireEntity(reader: Reader, type: EntityType): void {
  requireResource(reader, entityOf(type).resource);
}

/** Validated by `parseQuery`, which names the invalid part by its path. */
const queryInput = z.custom<QueryInput>().nullish();
const totalled = z.enum(["assets", "tokens"]);
const splitResource = z.enum(splitResources);
const name = z.string().min(1).max(200);

const asOf = z.string().min(1).max(200);

/**
 * A procedure that reads the market within the stablecoin scope of its input (default: includes stablecoins), as of an
 * earlier time if the input names one.
 */
const figures = domainProcedure
  .input(
    z
      .object({ stablecoins: z.enum(stablecoinScopes).optional(), [AS_OF_PARAMETER]: asOf.optional() })
      .optional(),
  )
  .use(async ({ ctx, input, next }) => {
    const shown = withoutEmptyClasses(ctx.market.scope, ctx.services.emptyClasses);
    const market = ctx.market.narrowed(withStablecoinScope(shown, input?.stablecoins));
    const requested = input?.[AS_OF_PARAMETER];
    const dated = requested === undefined ? null : await readDatedPoint(market, requested);
    return next({ ctx: { market: market.at(dated) } });
  });

/** Resources without earlier rows: what they state is about the latest figures only. */
const ofLatest: readonly string[] = [checksResource.slug, holdersResource.slug];

/** Whether rows are about the figures that the market shows. */
const isAboutLatest = ({ dated }: Market, resource: string): boolean =>
  !ofLatest.includes(resource) || dated === null || dated.isLatest;

/** Ids are positive, or not blank. */
const noRows = (query: Query, resource: string): Query => ({
  ...query,
  filter: isEqual("id", resource === checksResource.slug ? 0 : ""),
});

export const marketRouter = t.router({
  /** A page of a resource's rows. */
  table: figures.input(z.object({ resource: name, query: queryInput })).query(({ ctx, input }) => {
    requireResource(ctx, input.resource);
    const query = parseQuery(input.query);
    const { resource } = input;
    return listResource(ctx.market, {
      resource,
      query: isAboutLatest(ctx.market, resource) ? query : noRows(query, resource),
    });
  }),
  /** One row, by id or slug. */
  entity: figures
    .input(z.object({ resource: name, id: z.union([name, z.int()]) }))
    .query(({ ctx, input }) => {
      requireResource(ctx, input.resource);
      return getEntity(ctx.market, input);
    }),
  /** Metrics over time, by group. */
  series: figures.input(z.object({ resource: splitResource, query: queryInput })).query(({ ctx, input }) => {
    requireSeries(ctx, input.resource);
    return metricSeries(ctx.market, { resource: input.resource, query: parseQuery(input.query) });
  }),
  /** Trends of token metrics over the last 90 days, by group. */
  trends: figures.input(z.object({ query: queryInput })).query(({ ctx, input }) => {
    requireSeries(ctx, "tokens");
    return metricTrends(ctx.market, { query: parseQuery(input.query) });
  }),
  /** The number of tokens with known values of metrics. */
  coverage: figures.input(z.object({ query: queryInput })).query(({ ctx, input }) => {
    requireTotals(ctx, "tokens");
    return metricCoverage(ctx.market, { query: parseQuery(input.query) });
  }),
  /** Latest metrics, by group. */
  aggregates: figures.input(z.object({ resource: totalled, query: queryInput })).query(({ ctx, input }) => {
    requireTotals(ctx, input.resource);
    return aggregateResource(ctx.market, { resource: input.resource, query: parseQuery(input.query) });
  }),
  /** Ungrouped totals over all rows of a list, with the permission of the rows. */
  totals: figures
    .input(z.object({ resource: totalled, query: queryInput }))
    .query(({ ctx, input: { resource, query } }) => {
      requireResource(ctx, resource);
      const { filter, fields } = parseQuery(query);
      return aggregateResource(ctx.market, { resource, query: { ...parseQuery(null), filter, fields } });
    }),
  /** Number of rows of a resource per month, by group. */
  counts: figures
    .input(z.object({ resource: name, date: name, by: name, query: queryInput }))
    .query(({ ctx, input }) => {
      requireResource(ctx, input.resource);
      return countByMonth(ctx.market, { ...input, query: parseQuery(input.query) });
    }),
  /** Totals over loans by shared attributes, public even though the loans are not. */
  loanSplits: domainProcedure.query(({ ctx }) => loanSplits(ctx.market)),
  /** The provenance of a figure. */
  explain: figures
    .input(
      z.object({
        metric: name,
        entityType: z.enum(subjectTypes),
        entityId: z.union([name, z.int()]),
        date: z.iso.date().nullish(),
      }),
    )
    .query(({ ctx, input }) => {
      if (input.entityType === "catalog") requireResource(ctx, "tokens");
      else requireEntity(ctx, input.entityType);
      return explainFigure(ctx.market, input);
    }),
  /** The publication that a page with figures as of a time shows, or why it cannot show it. */
  dated: domainProcedure.input(z.object({ [AS_OF_PARAMETER]: z.string() })).query(async ({ ctx, input }) => {
    try {
      const { version: _, ...point } = await readDatedPoint(ctx.market, input[AS_OF_PARAMETER]);
      return { point, problem: null };
    } catch (error) {
      if (!(error instanceof InvalidError)) throw error;
      return { point: null, problem: error.problems.map(({ message }) => message).join("; ") };
    }
  }),
  /** Freshness of the data. */
  status: domainProcedure.query(({ ctx }) => marketFreshness(ctx.market)),
  /** Every source, for the sources page. */
  allSources: domainProcedure.query(async ({ ctx }) => (await marketStatus(ctx.market)).sources),
  /** Latest day and age of the data by source, class and metric, for the status page. */
  freshness: domainProcedure.query(({ ctx }) => dataFreshness(ctx.market)),
  /** Open results of checks by check and metric, for the status page. */
  openChecks: domainProcedure.query(({ ctx }) => openChecks(ctx.market)),
  /** Sources of the figures of some rows; of tokens by default. */
  sources: figures
    .input(
      z.object({
        filter: z.custom<QueryInput["filter"]>(),
        resource: splitResource.default("tokens"),
        metrics: z.array(name).max(10).default([]),
      }),
    )
    .query(({ ctx, input: { filter, resource, metrics } }) => {
      requireResource(ctx, resource);
      return figureSources(ctx.market, { resource, filter: parseQuery({ filter }).filter, metrics });
    }),
  /** The largest holders of an asset, or why they are not shown. */
  largestHolders: domainProcedure.input(z.object({ asset: name })).query(async ({ ctx, input }) => {
    const { user, market } = ctx;
    const hidden = { tokens: [], kinds: [] };
    if (market.holders === "off") return { state: "off" as const, ...hidden };
    if (market.holders === "members" && accessTo(holdersResource.permission, user) !== "allowed") {
      return {
        state: (await hasHolders(market, input)) ? ("sign_in" as const) : ("none" as const),
        ...hidden,
      };
    }
    const found = await largestHolders(market, input);
    return { state: found.tokens.length > 0 ? ("shown" as const) : ("none" as const), ...found };
  }),
  /** Present and past balances of an address, or why that is not shown. */
  address: domainProcedure
    .input(z.object({ network: name, address: name }))
    .query(async ({ ctx, input }): Promise<ShownAddress> => {
      const { user, market } = ctx;
      if (market.holders === "off") return { state: "off" };
      const isOpen = market.holders === "public" || accessTo(holdersResource.permission, user) === "allowed";
      if (!isOpen) return { state: "sign_in" };
      try {
        return { state: "shown", history: await addressHistory(market, input) };
      } catch (error) {
        if (error instanceof NotFoundError) return { state: "missing", reason: error.message };
        if (!(error instanceof InvalidError)) throw error;
        const [problem] = error.problems;
        return { state: "missing", reason: `The address ${problem?.message ?? "is invalid"}.` };
      }
    }),
  /** Data sets available for download. */
  dataSets: domainProcedure.query(({ ctx }) => dataSets(ctx.market)),
  /** The nightly files. */
  storedSets: domainProcedure.query(({ ctx }) => storedSets(ctx.services.dataSets)),
  /** Fields and metrics without a value in any row of a list. */
  emptyColumns: figures
    .input(z.object({ resource: name, filter: z.custom<QueryInput["filter"]>() }))
    .query(({ ctx, input: { resource, filter } }) => {
      requireResource(ctx, resource);
      return emptyColumns(ctx.market, { resource, filter: parseQuery({ filter }).filter });
    }),
  /** Fields, metrics, operators and limits of a resource, worded for screens. */
  meta: domainProcedure.input(z.object({ resource: name })).query(({ ctx, input }) => {
    requireResource(ctx, input.resource);
    return resourceMeta(input.resource, null, "screen");
  }),
});
