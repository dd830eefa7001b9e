/** Which publication a request reads with `as_of`. */
import type { InvalidError } from "#domain/errors";
import { AS_OF_PARAMETER, type AsOf, invalidAt, readAsOf } from "#domain/query";
import type { Market } from "../market";

/** A logged publication that can be read as it was. */
export interface DatedPoint {
  /** As requested. */
  asOf: string;
  /** Version of its rows. */
  version: number;
  dataVersion: number;
  /** When it became visible, ISO 8601 in UTC. */
  publishedAt: string;
  /** Last observed day then, `YYYY-MM-DD`. */
  horizon: string;
  /** Whether no later one has been published. */
  isLatest: boolean;
}

type Logged = Omit<DatedPoint, "asOf" | "isLatest">;

/**
 * The publication that a request reads.
 * @param asOf a day, an instant or a data version
 * @throws InvalidError for anything else, the future, and times before the first logged publication
 */
export async function readDatedPoint(market: Market, asOf: string): Promise<DatedPoint> {
  const requested = readAsOf(asOf);
  requirePast(requested, Number(await market.dataVersion()));
  return market.remember({
    kind: "publication as of",
    key: asOf,
    sizeOf: () => 400,
    make: async () => {
      const [point, latest, first] = await Promise.all([
        requested.kind === "version"
          ? logged(market, { where: "data_version <= {at:UInt64}", at: requested.dataVersion })
          : logged(market, {
              where: "toUnixTimestamp64Milli(published_at) < {at:Int64}",
              at: requested.before,
            }),
        logged(market, {}),
        logged(market, { order: "ASC" }),
      ]);
      if (point === null) throw beforeLog(first);
      return { asOf, ...point, isLatest: point.version === latest?.version };
    },
  });
}

function requirePast(requested: AsOf, current: number): void {
  if (requested.kind === "version" && requested.dataVersion > current)
    throw invalidAt(AS_OF_PARAMETER, `is a later data version than the current one, ${current}`);
  if (requested.kind === "time" && requested.from > Date.now())
    throw invalidAt(AS_OF_PARAMETER, "is in the future");
}

/** The last logged publication that meets a condition, or the first in ascending order. */
async function logged(
  { store }: Market,
  { where = "1", order = "DESC", at = 0 }: { where?: string; order?: "ASC" | "DESC"; at?: number },
): Promise<Logged | null> {
  const [row] = await store.compactRows<[string, string, string, string]>(
    `SELECT version, data_version, toUnixTimestamp64Milli(published_at), horizon
      FROM publications WHERE ${where} ORDER BY version ${order} LIMIT 1`,
    { at },
  );
  if (row === undefined) return null;
  const [version, dataVersion, time, horizon] = row;
  return {
    version: Number(version),
    dataVersion: Number(dataVersion),
    publishedAt: new Date(Number(time)).toISOString(),
    horizon,
  };
}

const beforeLog = (first: Logged | null): InvalidError =>
  invalidAt(
    AS_OF_PARAMETER,
    first === null
      ? "this installation keeps no earlier figures"
      : `is before the earliest figures that this installation keeps, of ${first.publishedAt.slice(0, 10)} (data version ${first.dataVersion})`,
  );
