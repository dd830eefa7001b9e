/**
 * Precedence of providers that report the same listing, metric and day: the most specific rule about the figure decides.
 * The figure of the provider that it lists first is served; among providers that it does not list, the one stored last.
 * The single place for this choice.
 */
import { z } from "zod";
import { precedenceScopes } from "#domain/vocabulary";
import type { StatementReader } from "./marketStore";

/** A counter or mark of the market store (table `settings`); null if it was never written. */
export async function readSetting(store: StatementReader, name: string): Promise<string | null> {
  const rows = await store.rows<{ value: string }>(
    "SELECT value FROM settings FINAL WHERE name = {name:String}",
    { name },
  );
  return rows[0]?.value ?? null;
}

/** Several of them in one statement, by name. */
export async function readSettings<Name extends string>(
  store: StatementReader,
  names: readonly Name[],
): Promise<Partial<Record<Name, string>>> {
  const rows = await store.compactRows<[Name, string]>(
    "SELECT name, value FROM settings FINAL WHERE name IN {names:Array(String)}",
    { names },
  );
  return Object.fromEntries(rows) as Partial<Record<Name, string>>;
}

export const SOURCE_LABELS_SETTING = "source_labels";

/** Labels of sources for readers, by name of the source. */
export async function readSourceLabels(store: StatementReader): Promise<Readonly<Record<string, string>>> {
  const value = await readSetting(store, SOURCE_LABELS_SETTING);
  return value === null ? {} : (JSON.parse(value) as Record<string, string>);
}

export const SOURCE_PRECEDENCE_SETTING = "source_precedence";

const ruleSchema = z.object({
  scope: z.enum(precedenceScopes),
  /** Null: every metric. */
  metricId: z.number().nullable(),
  /** Null: every asset. */
  assetIds: z.array(z.number()).nullable(),
  /** As stored in rows, in order of precedence. */
  providers: z.array(z.string()),
});
export type PrecedenceRule = z.output<typeof ruleSchema>;

/** Rules of precedence, the most specific first. The first one about a figure decides alone. */
export type SourcePrecedence = readonly PrecedenceRule[];

/** One order of providers for every figure. */
export const generalPrecedence = (providers: readonly string[]): SourcePrecedence =>
  providers.length === 0 ? [] : [{ scope: "all", metricId: null, assetIds: null, providers: [...providers] }];

const storedPrecedence = z.union([
  z.array(ruleSchema),
  // Earlier versions stored one list of providers.
  z.array(z.string()).transform(generalPrecedence),
]);

export async function readSourcePrecedence(store: StatementReader): Promise<SourcePrecedence> {
  const value = await readSetting(store, SOURCE_PRECEDENCE_SETTING);
  return value === null ? [] : storedPrecedence.parse(JSON.parse(value));
}

/** The rule that decides about a metric of an asset. */
export const decidingRule = (
  precedence: SourcePrecedence,
  { assetId, metricId }: { assetId: number; metricId: number },
): PrecedenceRule | undefined =>
  precedence.find(
    (rule) =>
      (rule.metricId === null || rule.metricId === metricId) &&
      (rule.assetIds === null || rule.assetIds.includes(assetId)),
  );

/**
 * SQL of the rank of a row of `observations` among those of the same figure, from its `asset_id`, `metric_id` and
 * provider. The highest rank is served, then the highest `version`, then the `provider` that sorts last, so that every
 * reader chooses the same row.
 * @param provider SQL of the provider. Default: that of the row
 */
export function standingSql(precedence: SourcePrecedence, provider = "provider"): string {
  const rankOf = (providers: readonly string[]) =>
    providers.length === 0
      ? "toUInt64(0)"
      : `indexOf([${providers.toReversed().map(textSql).join(", ")}], ${provider})`;
  // The assets of a class are listed once, however many rules are about it.
  const named = new Map<string, string>();
  const isOneOf = (ids: readonly number[]): string => {
    const list = ids.join(", ");
    const name = named.get(list);
    if (name !== undefined) return name;
    named.set(list, `is_of_rule_${named.size}`);
    return `((asset_id IN (${list})) AS ${named.get(list)})`;
  };
  const cases = precedence.flatMap(({ metricId, assetIds, providers }) => {
    if (assetIds?.length === 0) return [];
    const conditions = [
      ...(assetIds === null ? [] : [isOneOf(assetIds)]),
      ...(metricId === null ? [] : [`metric_id = ${metricId}`]),
    ];
    return [{ condition: conditions.join(" AND "), rank: rankOf(providers) }];
  });
  const last = cases.findIndex(({ condition }) => condition === "");
  const otherwise = cases[last]?.rank ?? "toUInt64(0)";
  const specific = (last < 0 ? cases : cases.slice(0, last)).map(
    ({ condition, rank }) => `${condition}, ${rank}`,
  );
  return specific.length === 0 ? otherwise : `multiIf(${[...specific, otherwise].join(", ")})`;
}

const textSql = (text: string): string => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
