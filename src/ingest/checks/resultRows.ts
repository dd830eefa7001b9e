/** The rows of results (table `checks`): read as findings, and written with the names of their subjects. */
import { checkOf, checkStatement, isCheckSlug } from "#domain/checks";
import { metricById, metricByName } from "#domain/metrics";
import {
  ASSET_LISTING_OFFSET,
  type EntityType,
  entityOf,
  entityTypes,
  type FieldName,
  prefixOf,
  resourceByName,
} from "#domain/resources";
import type { MarketStore, Row } from "#stores";
import { dateOf, dayOf } from "../derive/observedSeries";
import { tableExists } from "../tableExists";
import type { Finding, OpenResult } from "./mergeFindings";

/** A row of the table, without its version. */
export type ResultRow = Record<FieldName<"checks">, unknown>;

/** `2026-02-04 09:00:30`, UTC, as the store writes it. */
export const storedTime = (time: Date): string => time.toISOString().slice(0, 19).replace("T", " ");

/** Open results, with their rows. */
export async function readOpen(store: MarketStore): Promise<{ result: OpenResult; row: ResultRow }[]> {
  const rows = await store.rows<ResultRow & Row>(
    "SELECT * EXCEPT version FROM checks FINAL WHERE state = 'open'",
  );
  return rows.flatMap((row) => {
    const check = String(row.check_slug);
    const type = entityTypes.find((one) => one === row.subject_type);
    if (!isCheckSlug(check) || type === undefined) return [];
    const boundMetric = row.bound_measure_slug;
    const result: OpenResult = {
      id: Number(row.id),
      check,
      type,
      entityId: Number(row.subject_id),
      assetId: row.asset_id === null ? null : Number(row.asset_id),
      metricId: Number(row.measure_id),
      first: dayOf(String(row.date)),
      last: dayOf(String(row.last_date)),
      value: Number(row.value),
      bound: Number(row.bound),
      boundMetricId: boundMetric === null ? null : (metricByName(String(boundMetric))?.id ?? null),
      isSample: Boolean(row.is_sample),
    };
    return [{ result, row }];
  });
}

const slugOfMetric = (id: number): string => metricById(id)?.slug ?? String(id);

/** What the names of a subject are. */
export interface SubjectNames {
  subject: string;
  of: Partial<Record<FieldName<"checks">, string | number | null>>;
}

export type NamesOfSubjects = (finding: Finding) => SubjectNames;

const listingOf = ({ type, entityId }: Finding): number =>
  type === "asset" ? ASSET_LISTING_OFFSET + entityId : entityId;

const copied = [
  "asset_slug",
  "asset_name",
  "asset_class_id",
  "asset_class_slug",
  "asset_class_name",
  "network_id",
  "network_slug",
  "network_name",
  "protocol_id",
  "protocol_slug",
  "protocol_name",
  "issuer_id",
  "issuer_slug",
  "issuer_name",
] as const satisfies readonly (FieldName<"checks"> & FieldName<"tokens">)[];

/** Reads the names of the subjects of findings from the catalog. */
export async function readNames(store: MarketStore, findings: readonly Finding[]): Promise<NamesOfSubjects> {
  const names = new Map<string, SubjectNames>();
  const keyOf = (type: EntityType, id: number) => `${type} ${id}`;
  const isListing = ({ type }: Finding) => type === "token" || type === "asset";
  const listings = [...new Set(findings.filter(isListing).map(listingOf))];
  const tokens = entityOf("token").resource;
  if (listings.length > 0 && (await tableExists(store, tableOf(tokens)))) {
    const rows = await store.rows<Record<string, string | number | null>>(
      `SELECT id, name, asset_id, ${copied.join(", ")} FROM ${tableOf(tokens)} WHERE id IN {listings:Array(UInt32)}`,
      { listings },
    );
    for (const { id, name, ...of } of rows) {
      const isToken = Number(id) < ASSET_LISTING_OFFSET;
      names.set(keyOf(isToken ? "token" : "asset", Number(isToken ? id : of.asset_id)), {
        subject: String(name),
        of,
      });
    }
  }
  for (const type of new Set(
    findings.filter((finding) => !isListing(finding)).map((finding) => finding.type),
  )) {
    const table = tableOf(entityOf(type).resource);
    if (!(await tableExists(store, table))) continue;
    const ids = findings.filter((finding) => finding.type === type).map(({ entityId }) => entityId);
    const rows = await store.rows<{ id: number; slug: string; name: string }>(
      `SELECT id, slug, name FROM ${table} WHERE id IN {ids:Array(UInt32)}`,
      { ids: [...new Set(ids)] },
    );
    for (const { id, slug, name } of rows)
      names.set(keyOf(type, id), { subject: name, of: ofGroup(type, { id, slug, name }) });
  }
  return ({ type, entityId }) =>
    names.get(keyOf(type, entityId)) ?? { subject: `${entityOf(type).label} ${entityId}`, of: {} };
}

const ofGroup = (
  type: EntityType,
  { id, slug, name }: { id: number; slug: string; name: string },
): SubjectNames["of"] => {
  const prefix = prefixOf(type);
  const isNamed = copied.some((field) => field === `${prefix}_id`);
  return isNamed ? { [`${prefix}_id`]: id, [`${prefix}_slug`]: slug, [`${prefix}_name`]: name } : {};
};

const tableOf = (resource: string): string => resourceByName(resource)?.table ?? `dim_${resource}`;

/** The row of a result. */
export function resultRow(
  result: OpenResult,
  { namesOf, since, resolved }: { namesOf: NamesOfSubjects; since: string; resolved: string | null },
): ResultRow {
  const { check, metricId, boundMetricId, type, entityId, assetId } = result;
  const { severity, action } = checkOf(check);
  const { subject, of } = namesOf(result);
  const [date, lastDate] = [dateOf(result.first), dateOf(result.last)];
  const names = Object.fromEntries(copied.map((name) => [name, of[name] ?? null])) as Record<
    (typeof copied)[number],
    string | number | null
  >;
  return {
    id: result.id,
    check_slug: check,
    severity,
    state: resolved === null ? "open" : "resolved",
    statement: checkStatement({ ...result, subject, date, lastDate }),
    subject_type: type,
    subject_id: entityId,
    subject,
    asset_id: assetId,
    ...names,
    token_id: type === "token" ? entityId : null,
    measure_id: metricId,
    measure_slug: slugOfMetric(metricId),
    measure_name: metricById(metricId)?.label ?? String(metricId),
    date,
    last_date: lastDate,
    value: result.value,
    bound: result.bound,
    bound_measure_slug: boundMetricId === null ? null : slugOfMetric(boundMetricId),
    since,
    resolved,
    // Written in Markdown.
    action: action.replaceAll("`", ""),
    is_sample: result.isSample,
  };
}
