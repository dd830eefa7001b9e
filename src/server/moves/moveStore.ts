/**
 * `cadastre people move` and `cadastre market move`: copies a store from the data folder to a server, or
 * back.
 */
import { ConflictError, NotFoundError, PreconditionError } from "#domain/errors";
import { formatCount } from "#domain/text";
import {
  claimDataFolder,
  copyMarket,
  copyPeople,
  migrateMarketStore,
  openMarketStore,
  openPeopleStore,
} from "#stores";
import type { Configuration } from "../configuration/configuration";
import { createControlServer, type OperationRunner } from "../control/controlServer";
import { describeInstallation } from "../operations/runOperation";
import { hasEmbeddedStore, removeRecord, type StoreKind, writeRecord } from "./unusedStore";

export interface MoveOptions {
  configuration: Pick<Configuration, "DATA_DIR" | "DATABASE_URL" | "CLICKHOUSE_URL" | "settingsFile">;
  kind: StoreKind;
  to: "server" | "embedded";
  /** Whether to delete the contents of the target; otherwise they prevent the move. */
  replace: boolean;
  report: (share: number, message: string) => void;
  /** Receives one sentence that names the installation, before the move starts. */
  onInstallation: (description: string) => void;
}

/**
 * Copies a store and compares the copy with it. The source is not changed: it can be deleted once the copy is
 * in use.
 * @returns what was copied, in sentences
 * @throws PreconditionError if a setting is missing or the target is not empty; ConflictError while a server
 * uses the data folder; NotFoundError if there is nothing to move
 */
export async function moveStore(options: MoveOptions): Promise<string> {
  const { configuration, kind, to } = options;
  const [setting, engine] =
    kind === "people"
      ? (["DATABASE_URL", "PostgreSQL"] as const)
      : (["CLICKHOUSE_URL", "ClickHouse"] as const);
  const url = configuration[setting];
  if (url === undefined) {
    throw new PreconditionError(
      `${setting} is not set. Set it to the ${engine} server to move ${to === "server" ? "to" : "from"}.`,
    );
  }
  const { DATA_DIR: dataDir } = configuration;
  if (to === "server" && !hasEmbeddedStore(dataDir, kind)) {
    throw new NotFoundError(`The data folder ${dataDir} contains nothing to move. Check DATA_DIR.`);
  }
  options.onInstallation(describeInstallation(configuration, null));
  const { host, pathname } = new URL(url);
  const server = `${engine} at ${host}${pathname === "/" ? "" : pathname}`;
  const busy: OperationRunner = async () => {
    throw new ConflictError("A move is in progress. Run the command again when it is finished.");
  };
  const control = createControlServer(Promise.resolve(busy));
  const folder = await claimDataFolder(dataDir, (socket) => control.listen(socket));
  try {
    const embedded = { url: null, folder: folder[kind] };
    const remote = { url, folder: folder[kind] };
    const [from, target] = to === "server" ? [embedded, remote] : [remote, embedded];
    const copied = await (kind === "people" ? movePeople : moveMarket)({ ...options, from, target });
    if (to === "server") {
      await writeRecord(folder.path, kind, {
        contents: copied,
        moved: { to: server, at: new Date().toISOString() },
      });
      return [
        `Copied ${copied} to ${server}. Both stores have the same rows in every table.`,
        `The copy in ${folder[kind]} is unchanged. Delete it once the server with ${setting} works as expected.`,
      ].join("\n");
    }
    await removeRecord(folder.path, kind);
    return [
      `Copied ${copied} from ${server} to ${folder[kind]}. Both stores have the same rows in every table.`,
      `The rows in ${server} are unchanged. Remove ${setting} from the settings before the next start.`,
    ].join("\n");
  } finally {
    await control.close();
    await folder.release();
  }
}

interface Stores {
  from: { url: string | null; folder: string };
  target: { url: string | null; folder: string };
}

/** Timeout of a statement that copies or compares a table, longer than that of a request. */
const STATEMENT_MS = 600_000;

async function movePeople({ from, target, replace, report }: MoveOptions & Stores): Promise<string> {
  const source = await openPeopleStore({ ...from, statementMs: STATEMENT_MS });
  try {
    const store = await openPeopleStore({ ...target, statementMs: STATEMENT_MS });
    try {
      const tables = await copyPeople({ from: source, to: store, replace, report });
      const rows = (name: string) => tables.find(({ table }) => table === name)?.rows ?? 0;
      const all = tables.reduce((sum, table) => sum + table.rows, 0);
      return `${formatCount(rows("users"), "account")}, ${formatCount(rows("organizations"), "organization")} and ${formatCount(
        rows("api_keys"),
        "API key",
      )} (${formatCount(all, "row")} in ${formatCount(tables.length, "table")})`;
    } finally {
      await store.close();
    }
  } finally {
    await source.close();
  }
}

async function moveMarket({ from, target, replace, report }: MoveOptions & Stores): Promise<string> {
  const source = await openMarketStore(from);
  try {
    await migrateMarketStore(source);
    const store = await openMarketStore(target);
    try {
      await migrateMarketStore(store);
      const tables = await copyMarket({ from: source, to: store, replace, report });
      const rows = (name: string) => tables.find(({ table }) => table === name)?.rows ?? 0;
      const all = tables.reduce((sum, table) => sum + table.rows, 0);
      return `${formatCount(rows("observations"), "observation")} of ${formatCount(
        rows("sources"),
        "source",
      )} (${formatCount(all, "row")} in ${formatCount(tables.length, "table")})`;
    } finally {
      await store.close();
    }
  } finally {
    await source.close();
  }
}
