/**
 * Precedence of providers that report the same listing, metric and day: the figure of the provider listed
 * first is served, otherwise the one stored last. The single place for this choice.
 */
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

/** The listed providers, as stored in rows, in order of precedence. */
export async function readSourcePrecedence(store: StatementReader): Promise<string[]> {
  const value = await readSetting(store, SOURCE_PRECEDENCE_SETTING);
  return value === null ? [] : (JSON.parse(value) as string[]);
}

/**
 * SQL of the rank of a row of `observations` among those of the same figure. The highest rank is served, then
 * the highest `version`, then the `provider` that sorts last, so that every reader chooses the same row.
 * @param precedence SQL of the array that `readSourcePrecedence` returns
 */
export const standingSql = (precedence: string): string => `indexOf(arrayReverse(${precedence}), provider)`;
