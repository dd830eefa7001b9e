/** Sources of real figures as operators see them, and how a name means some of them. */
import { basename } from "node:path";
import { distance } from "fastest-levenshtein";
import type { Catalog } from "#domain/catalog";
import { ConflictError, NotFoundError } from "#domain/errors";
import { metricById } from "#domain/metrics";
import { quoted } from "#domain/text";
import { UNNAMED_PROVIDER } from "#domain/vocabulary";
import type { StatementReader } from "#stores";
import { type UndoneMark, undoneMark } from "../sources";
import { createEntityResolver } from "../staging/entityResolver";

export interface ImportedSource {
  id: number;
  /** `file`, `chain` or `feed`. */
  kind: string;
  /** Name of the file or feed. */
  name: string;
  /** As operators name it: `files` where none was named. */
  provider: string;
  /** UTC, ISO 8601: when it was first imported. */
  importedAt: string;
  rowsRead: number | null;
  /** Values or investments that the last import accepted. */
  accepted: number | null;
  rowsRejected: number | null;
  /** Stored values that are of this source now. */
  values: number;
  /** First and last day of these (`YYYY-MM-DD`); null without any. */
  firstDay: string | null;
  lastDay: string | null;
  entities: number;
  metrics: number;
  undone: UndoneMark | null;
}

/** Every source of real figures, newest first. */
export async function listImports(store: StatementReader): Promise<ImportedSource[]> {
  const rows = await store.compactRows<
    [number, string, string, string, string, string, string, string, string, string, string]
  >(
    `SELECT id, kind, if(ifNull(file_name, '') = '', label, assumeNotNull(file_name)), provider, toString(ingested_at), detail,
        stored.n, first_day, last_day, stored.entities, stored.metrics
      FROM (SELECT * FROM sources FINAL WHERE NOT is_sample) AS known
      LEFT JOIN (
        SELECT source_id AS id, count() AS n, toString(min(date)) AS first_day, toString(max(date)) AS last_day,
          uniqExact(token_id) AS entities, uniqExact(metric_id) AS metrics
        FROM observations FINAL WHERE NOT is_sample GROUP BY source_id
      ) AS stored USING (id)
      ORDER BY ingested_at DESC, id`,
  );
  const number = (value: unknown) => (typeof value === "number" ? value : null);
  const day = (text: string) => (text === "" ? null : text);
  const sources = rows.map(([id, kind, name, provider, at, text, values, first, last, entities, metrics]) => {
    const detail = (text === "" ? {} : JSON.parse(text)) as Record<string, unknown>;
    return {
      id,
      kind,
      name,
      provider: provider === "" ? UNNAMED_PROVIDER : provider,
      importedAt: `${at.replace(" ", "T")}Z`,
      rowsRead: number(detail.rowsRead),
      accepted: number(detail.valuesAccepted ?? detail.investments),
      rowsRejected: number(detail.rowsRefused),
      values: Number(values),
      firstDay: day(first),
      lastDay: day(last),
      entities: Number(entities),
      metrics: Number(metrics),
      undone: undoneMark(detail),
    };
  });
  // Feeds of news are sources without figures.
  return sources.filter(({ kind, values, undone }) => kind === "file" || values > 0 || undone !== null);
}

/** What a source has stored values of, the most first. */
export interface ImportParts {
  /** Slugs of metrics. */
  metrics: { name: string; values: number }[];
  /** Slugs of assets and tokens. */
  entities: { name: string; values: number }[];
  /** Number of entities, including those beyond the limit. */
  entityCount: number;
}

/** Maximum number of entities of a source that a page lists. */
const LISTED_ENTITIES = 200;

export async function importParts(
  store: StatementReader,
  catalog: Catalog,
  id: number,
): Promise<ImportParts> {
  const { nameOf } = createEntityResolver(catalog);
  const of = "FROM observations FINAL WHERE NOT is_sample AND source_id = {id:UInt32}";
  const [metrics, entities, [counted]] = await Promise.all([
    store.compactRows<[number, string]>(
      `SELECT metric_id, count() AS n ${of} GROUP BY metric_id ORDER BY n DESC, metric_id`,
      { id },
    ),
    store.compactRows<[number, string]>(
      `SELECT token_id, count() AS n ${of} GROUP BY token_id ORDER BY n DESC, token_id LIMIT ${LISTED_ENTITIES}`,
      { id },
    ),
    store.rows<{ n: string }>(`SELECT uniqExact(token_id) AS n ${of}`, { id }),
  ]);
  return {
    metrics: metrics.map(([metric, n]) => ({
      name: metricById(metric)?.slug ?? String(metric),
      values: Number(n),
    })),
    entities: entities.map(([listing, n]) => ({ name: nameOf(listing), values: Number(n) })),
    entityCount: Number(counted?.n ?? 0),
  };
}

/**
 * The sources that an id, the name or path of a file, the name of a feed, or the name of a provider means, in this order. A provider means
 * all of its sources with values, if there are any.
 * @throws NotFoundError with the nearest names; ConflictError if several files have the name
 */
export function findImports(sources: readonly ImportedSource[], name: string): ImportedSource[] {
  const byId = sources.filter(({ id }) => String(id) === name);
  if (byId.length > 0) return byId;
  const fileName = basename(name);
  const byName = sources.filter((one) => one.name === name || (one.kind === "file" && one.name === fileName));
  if (byName.length > 1) {
    const listed = byName.map(({ id, importedAt }) => `${id} (${importedAt.slice(0, 10)})`);
    throw new ConflictError(
      `${byName.length} imports are called ${quoted(name)}. Give the id of one: ${listed.join(", ")}.`,
    );
  }
  if (byName.length > 0) return byName;
  const byProvider = sources.filter(({ provider }) => provider === name);
  const withValues = byProvider.filter(({ values }) => values > 0);
  if (byProvider.length > 0) return withValues.length > 0 ? withValues : byProvider;
  const near = nearest(name, [...new Set(sources.flatMap((one) => [one.name, one.provider]))]);
  const hint = near.length === 0 ? "" : ` Did you mean ${near.join(" or ")}?`;
  throw new NotFoundError(
    `There is no import, source or id ${quoted(name)}.${hint} "cadastre imports list" lists them.`,
  );
}

/** Maximum number of suggestions. */
const MOST_NEAR = 3;

/**
 * Known names within an edit distance of a third of the text, or that contain it; the nearest first. `nearNames` suggests
 * fields: it ignores what follows a dot, which is part of a file name.
 */
function nearest(text: string, names: readonly string[]): string[] {
  const wanted = text.toLowerCase();
  return names
    .map((name) => {
      const other = name.toLowerCase();
      const contains = wanted.length >= 3 && (other.includes(wanted) || wanted.includes(other));
      return { name, away: distance(wanted, other), contains };
    })
    .filter(({ away, contains }) => contains || away <= Math.max(1, Math.floor(wanted.length / 3)))
    .sort((a, b) => a.away - b.away || (a.name < b.name ? -1 : 1))
    .slice(0, MOST_NEAR)
    .map(({ name }) => name);
}
