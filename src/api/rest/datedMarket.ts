/** `as_of`: figures as this installation published them earlier. */
import { z } from "zod";
import type { DatedMark } from "#domain/api";
import { AS_OF_LENGTH, AS_OF_PARAMETER, invalidAt } from "#domain/query";
import { type DatedPoint, type Market, readDatedPoint } from "#market";

/** The parameter, for endpoints with figures. */
export const datedParameter = {
  [AS_OF_PARAMETER]: z
    .string()
    .max(AS_OF_LENGTH)
    .optional()
    .describe(
      "Figures as this installation published them: a date (until its end, UTC), an ISO 8601 timestamp or a data version. Names and facts are those of the present catalog.",
    ),
};

/** Whether an endpoint has figures that can be read as of an earlier time. */
export const isDatable = ({ parameters }: { parameters: z.ZodObject }): boolean =>
  AS_OF_PARAMETER in parameters.shape;

/**
 * The market as of the requested time.
 * @throws InvalidError for an invalid time, and for an endpoint without such figures
 */
export async function datedMarket(
  market: Market,
  {
    endpoint,
    asOf,
  }: { endpoint: { parameters: z.ZodObject; permission: unknown }; asOf: string | undefined },
): Promise<Market> {
  if (asOf === undefined) return market;
  if (!isDatable(endpoint)) {
    if (endpoint.permission === null) return market;
    throw invalidAt(AS_OF_PARAMETER, "is not available for these rows: earlier ones are not kept");
  }
  return market.at(await readDatedPoint(market, asOf));
}

/** What responses say of the publication that they were read as of. */
export async function datedMark(
  market: Market,
  { asOf, dataVersion, publishedAt }: DatedPoint,
): Promise<DatedMark> {
  return {
    as_of: asOf,
    data_version: dataVersion,
    published_at: publishedAt,
    catalog_version: Number(await market.dataVersion()),
    note: "Figures as published then; names and facts are those of the present catalog.",
  };
}

/** A time in the name of a file. */
export const asOfWords = (asOf: string): string =>
  `as-of-${asOf.slice(0, AS_OF_LENGTH).replaceAll(/[^0-9A-Za-z-]+/g, "-")}`;

/** End of the name of a file with earlier figures. */
export const datedSuffix = ({ dated }: Pick<Market, "dated">): string =>
  dated === null ? "" : `-${asOfWords(dated.asOf)}`;
