/**
 * Embedded stores that the configuration does not use, since DATABASE_URL or CLICKHOUSE_URL names a server.
 * Their contents are logged at each start until they have been moved.
 */
import { existsSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { count } from "drizzle-orm";
import { z } from "zod";
import { formatCount } from "#domain/text";
import { type DataFolder, openMarketStore, openPeopleStore, peopleTables } from "#stores";
import type { Configuration } from "../configuration/configuration";

export type StoreKind = "people" | "market";

/** Record of an unused embedded store. Cached in a file, so that not every start opens the store. */
const recordSchema = z.object({
  /** Its contents, described for people; blank if it is empty. */
  contents: z.string(),
  /** Target and time of the move; null if it was not moved. */
  moved: z.object({ to: z.string(), at: z.string() }).nullable(),
});
export type UnusedStore = z.output<typeof recordSchema>;

const recordFile = (folder: string, kind: StoreKind) => path.join(folder, `unused-${kind}.json`);

/** Files that identify each engine's folder. */
const marks: Readonly<Record<StoreKind, string>> = { people: "PG_VERSION", market: "metadata" };

export const hasEmbeddedStore = (folder: string, kind: StoreKind): boolean =>
  existsSync(path.join(folder, kind, marks[kind]));

export async function readRecord(folder: string, kind: StoreKind): Promise<UnusedStore | null> {
  try {
    return recordSchema.parse(JSON.parse(await readFile(recordFile(folder, kind), "utf8")));
  } catch {
    return null;
  }
}

export const writeRecord = (folder: string, kind: StoreKind, record: UnusedStore): Promise<void> =>
  writeFile(recordFile(folder, kind), `${JSON.stringify(record)}\n`, { mode: 0o600 });

export const removeRecord = (folder: string, kind: StoreKind): Promise<void> =>
  rm(recordFile(folder, kind), { force: true });

const settings: Readonly<Record<StoreKind, "DATABASE_URL" | "CLICKHOUSE_URL">> = {
  people: "DATABASE_URL",
  market: "CLICKHOUSE_URL",
};

/**
 * Sentences for the log about unused stores in the data folder, and about older copies that are in use. To be
 * called by the owner of the folder before it opens its stores.
 */
export async function unusedStoreWarnings(
  folder: Pick<DataFolder, "path" | StoreKind>,
  configuration: Pick<Configuration, "DATABASE_URL" | "CLICKHOUSE_URL">,
): Promise<string[]> {
  const warnings: string[] = [];
  for (const kind of ["people", "market"] as const) {
    if (!hasEmbeddedStore(folder.path, kind)) continue;
    const setting = settings[kind];
    const known = await readRecord(folder.path, kind);
    if (configuration[setting] === undefined) {
      if (known === null) continue;
      if (known.moved === null) await removeRecord(folder.path, kind);
      else warnings.push(olderCopy(folder.path, kind, known.moved));
      continue;
    }
    const record = known ?? { contents: await contentsOf(folder, kind), moved: null };
    if (known === null) await writeRecord(folder.path, kind, record);
    if (record.moved !== null || record.contents === "") continue;
    warnings.push(
      `The data folder ${folder.path} contains ${record.contents}, which are not used while ${setting} is set. ` +
        `Stop the server and move them with: cadastre ${kind} move --to server. Or delete ${folder[kind]}.`,
    );
  }
  return warnings;
}

const olderCopy = (folder: string, kind: StoreKind, { to, at }: { to: string; at: string }) =>
  `${kind === "people" ? "Accounts" : "Market data"} were moved from the data folder ${folder} to ${to} on ${at.slice(0, 10)}. ` +
  `Since ${settings[kind]} is not set, this start uses the older copy in the folder. Set ${settings[kind]}, or stop the server and ` +
  `move them back with: cadastre ${kind} move --to embedded --replace. To keep using the copy, delete ${recordFile(folder, kind)}.`;

const contentsOf = (folder: Pick<DataFolder, StoreKind>, kind: StoreKind): Promise<string> =>
  kind === "people" ? peopleIn(folder.people) : marketIn(folder.market);

async function peopleIn(folder: string): Promise<string> {
  const store = await openPeopleStore({ url: null, folder });
  try {
    const number = async (table: typeof peopleTables.users | typeof peopleTables.apiKeys) =>
      (await store.db.select({ rows: count() }).from(table))[0]?.rows ?? 0;
    const [users, keys] = [await number(peopleTables.users), await number(peopleTables.apiKeys)];
    return users + keys === 0 ? "" : `${formatCount(users, "account")} and ${formatCount(keys, "API key")}`;
  } finally {
    await store.close();
  }
}

/** Sample data is not counted: every store generates its own. */
async function marketIn(folder: string): Promise<string> {
  const store = await openMarketStore({ url: null, folder });
  try {
    const [found] = await store.rows<{ sources: string; observations: string }>(
      `SELECT (SELECT count() FROM sources FINAL WHERE NOT is_sample) AS sources,
        (SELECT count() FROM observations FINAL WHERE NOT is_sample) AS observations`,
    );
    const [sources, observations] = [Number(found?.sources ?? 0), Number(found?.observations ?? 0)];
    if (sources + observations === 0) return "";
    return `${formatCount(observations, "imported figure")} from ${formatCount(sources, "source")}`;
  } finally {
    await store.close();
  }
}
