/** Moving what the embedded stores contain to servers and back. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApiKey, verifyApiKey } from "#accounts/apiKeys";
import { grantAdministrator } from "#accounts/users";
import {
  claimDataFolder,
  migrateMarketStore,
  openMarketStore,
  openPeopleStore,
  type PeopleStore,
  peopleTables,
} from "#stores";
import { encodePortion, storePortion } from "../../src/ingest/chain/ledgerStore";
import type { TransferRange } from "../../src/ingest/chain/readTransfers";
import { moveStore } from "../../src/server/moves/moveStore";
import { unusedStoreWarnings } from "../../src/server/moves/unusedStore";
import { startClickHouseServer } from "../support/clickhouseServer";
import { POSTGRES_MISSING, type PostgresServer, postgresBinaries, startPostgres } from "../support/postgres";
import { cadastre } from "../support/product";
import { verifyCoverage } from "../support/verifyCoverage";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "cadastre-moves-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.skipIf(postgresBinaries() === null)(`accounts (${POSTGRES_MISSING})`, () => {
  let server: PostgresServer;
  let dataDir: string;
  let key: string;
  beforeAll(async () => {
    server = await startPostgres();
    dataDir = path.join(folder, "accounts");
    await within(null, async (store) => {
      await grantAdministrator(store, "boss@firm.example", "operator");
      const [user] = await store.db.select().from(peopleTables.users);
      const organization = { name: "Firm, \"the\" \\ 'first' ✓", scope: "team" } as const;
      const [made] = await store.db.insert(peopleTables.organizations).values(organization).returning();
      await store.db
        .insert(peopleTables.memberships)
        .values({ userId: user?.id ?? "", organizationId: made?.id ?? "", role: "owner" });
      await store.db.update(peopleTables.users).set({ currentOrganizationId: made?.id ?? null });
      await createApiKey(store, { name: "deleted" });
      key = (await createApiKey(store, { name: "Data team" })).key;
      await store.db.delete(peopleTables.apiKeys).where(eq(peopleTables.apiKeys.name, "deleted"));
    });
  });
  afterAll(() => server.stop());

  async function within<T>(url: string | null, work: (store: PeopleStore) => Promise<T>): Promise<T> {
    const store = await openPeopleStore({ url, folder: path.join(dataDir, "people") });
    try {
      return await work(store);
    } finally {
      await store.close();
    }
  }
  const move = (to: "server" | "embedded", { replace = false, hasUrl = true } = {}) =>
    moveStore({
      configuration: {
        DATA_DIR: dataDir,
        DATABASE_URL: hasUrl ? server.url : undefined,
        CLICKHOUSE_URL: undefined,
        settingsFile: null,
      },
      kind: "people",
      to,
      replace,
      report: () => undefined,
      onInstallation: () => undefined,
    });
  const warnings = (url: string | undefined) =>
    unusedStoreWarnings(
      { path: dataDir, people: path.join(dataDir, "people"), market: path.join(dataDir, "market") },
      { DATABASE_URL: url, CLICKHOUSE_URL: undefined },
    );
  /** Rows of a store by an independent query, without those written at start. */
  const emails = (store: PeopleStore) =>
    store.db
      .select({ email: peopleTables.users.email, organization: peopleTables.organizations.name })
      .from(peopleTables.users)
      .innerJoin(
        peopleTables.organizations,
        eq(peopleTables.organizations.id, peopleTables.users.currentOrganizationId),
      );

  it("left in the data folder are reported by a start with DATABASE_URL, each time", async () => {
    for (let start = 0; start < 2; start += 1) {
      expect(await warnings(server.url)).toEqual([
        `The data folder ${dataDir} contains 1 account and 1 API key, which are not used while DATABASE_URL is set. ` +
          `Stop the server and move them with: cadastre people move --to server. Or delete ${dataDir}/people.`,
      ]);
    }
    expect(await warnings(undefined)).toEqual([]);
  });

  it("need the setting, a stopped server and data to move", async () => {
    await expect(move("server", { hasUrl: false })).rejects.toThrow("DATABASE_URL is not set.");
    const owner = await claimDataFolder(dataDir, async () => undefined);
    const refused = expect(move("server")).rejects.toThrow(
      `The data folder ${dataDir} is in use by a process`,
    );
    await refused.finally(owner.release);
    const elsewhere = moveStore({
      configuration: {
        DATA_DIR: path.join(folder, "none"),
        DATABASE_URL: server.url,
        CLICKHOUSE_URL: undefined,
        settingsFile: null,
      },
      kind: "people",
      to: "server",
      replace: false,
      report: () => undefined,
      onInstallation: () => undefined,
    });
    await expect(elsewhere).rejects.toThrow("contains nothing to move. Check DATA_DIR.");
  });

  it("work on the server as before: keys, memberships, audit log and ids", async () => {
    const before = await within(null, emails);
    expect(await move("server")).toMatch(
      /^Copied 1 account, 1 organization and 1 API key \(\d+ rows in 3\d tables\) to PostgreSQL at .*\nThe copy in .* is unchanged\./,
    );
    await within(server.url, async (store) => {
      expect(await emails(store)).toEqual(before);
      expect((await verifyApiKey(store, key))?.id).toBe(2);
      expect(await store.db.select().from(peopleTables.auditLog)).toHaveLength(3);
      await createApiKey(store, { name: "next" });
      const ids = await store.db.select({ id: peopleTables.apiKeys.id }).from(peopleTables.apiKeys);
      expect(ids.map(({ id }) => id).sort()).toEqual([2, 3]);
      // The audit log of the target is append-only as before.
      await expect(store.db.execute(sql`DELETE FROM audit_log`)).rejects.toThrow();
    });
    expect(await warnings(server.url)).toEqual([]);
    const [older] = await warnings(undefined);
    expect(older).toContain("were moved from the data folder");
    expect(older).toContain("cadastre people move --to embedded --replace");
  });

  it("of the target are kept unless replaced explicitly, and return to the data folder", async () => {
    await expect(move("server")).rejects.toThrow(
      /^The target already has accounts \(rows: .*users 1.*\)\. .* add --replace\.$/,
    );
    await expect(move("embedded")).rejects.toThrow("add --replace");
    expect(await move("embedded", { replace: true })).toContain("1 account, 1 organization and 2 API keys");
    await within(null, async (store) => {
      expect(await verifyApiKey(store, key)).not.toBeNull();
      const keys = await store.db.select().from(peopleTables.apiKeys);
      expect(keys.map(({ name }) => name).sort()).toEqual(["Data team", "next"]);
    });
    expect(await warnings(undefined)).toEqual([]);
  });
});

const contract = `0x${"ab".repeat(20)}`;
const contracts = [{ id: 7, networkId: 1, address: contract, decimals: null }];
const transfer = {
  contract,
  block: 5n,
  logIndex: 0,
  time: 1_735_689_600,
  blockHash: `0x${"01".repeat(32)}`,
  transaction: `0x${"fe".repeat(32)}`,
  from: "00".repeat(20),
  to: "dc".repeat(20),
  value: "ff".repeat(32),
};
const transferRange: TransferRange = {
  transfers: [
    { ...transfer, value: `${"0".repeat(63)}9` },
    { ...transfer, logIndex: 1 },
  ],
  others: [],
  range: { from: 0n, to: 9n },
  lastHash: `0x${"02".repeat(32)}`,
  lastTime: 1_735_689_700,
  times: new Map(),
};

describe("market data", () => {
  let server: Awaited<ReturnType<typeof startClickHouseServer>>;
  let env: Record<string, string>;
  const embedded = () => ({ DATA_DIR: env.DATA_DIR ?? "", SAMPLE_DATA: "off" });
  beforeAll(async () => {
    const dataDir = path.join(folder, "data");
    // Commands apply to existing installations only.
    for (const store of ["market", "people"]) mkdirSync(path.join(dataDir, store), { recursive: true });
    await storeTransfers(path.join(dataDir, "market"));
    server = await startClickHouseServer(path.join(folder, "server"));
    env = { DATA_DIR: dataDir, SAMPLE_DATA: "off", CLICKHOUSE_URL: server.url };
    const file = path.join(folder, "prices.csv");
    writeFileSync(
      file,
      "entity,metric,date,value\nusdc,price,2026-01-01,1.0001\nusdc,price,2026-01-02,0.9999\nusdc,price,2026-01-03,99\nusdc,nothing,2026-01-02,3\n",
    );
    await cadastre(["import", file], embedded());
    const marked = ["usdc", "price_dollar", "2026-01-03", "--reason", "in cents", "--yes"];
    expect(await cadastre(["observations", "supersede", ...marked], embedded())).toMatchObject({ code: 0 });
  });
  afterAll(() => server.close());

  /** A ledger of two transfers, the second of the largest number. */
  async function storeTransfers(marketFolder: string): Promise<void> {
    const store = await openMarketStore({ url: null, folder: marketFolder });
    try {
      await migrateMarketStore(store);
      await storePortion(
        store,
        encodePortion([transferRange], { contracts, endpoint: "https://node.example" }),
      );
    } finally {
      await store.close();
    }
  }

  it("moves to a ClickHouse server and back with the same rows", async () => {
    const left = await cadastre(["sample", "status"], env);
    expect(left.stderr).toContain("contains 2 imported figures from 1 source, which are not used");
    const moved = await cadastre(["market", "move", "--to", "server"], env);
    expect([moved.code, moved.stdout]).toEqual([
      0,
      expect.stringMatching(
        /^Copied 2 observations of 1 source \([\d,]+ rows in \d\d tables\) to ClickHouse at /,
      ),
    ]);
    const quarantine = await cadastre(["quarantine"], env);
    expect(quarantine.stdout).toContain("nothing");
    expect(quarantine.stderr).not.toContain("not used");
    const exported = path.join(folder, "exported");
    const written = await cadastre(["export", exported, "--resources", "asset_timeseries"], env);
    expect(written.code).toBe(0);
    const series = readFileSync(path.join(exported, "asset_timeseries.csv"), "utf8");
    expect(series).toMatch(/"2026-01-01",.*"usdc",1\.0001/);
    expect(series).toMatch(/"2026-01-02",.*"usdc",0\.9999/);

    // A value that was marked as wrong is set aside there too, and can be restored.
    expect(series).not.toContain('"2026-01-03"');
    const marks = await cadastre(["observations", "list"], env);
    expect(marks.stdout).toMatch(/price_dollar of usdc .*on 2026-01-03: 99 .*superseded\)\n *in cents/);
    const id = /\d+/.exec(marks.stdout)?.[0] ?? "";
    expect(await cadastre(["observations", "restore", id], env)).toMatchObject({ code: 0 });

    const again = await cadastre(["market", "move", "--to", "embedded"], env);
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining("add --replace")]);
    const back = await cadastre(["market", "move", "--to", "embedded", "--replace"], env);
    expect([back.code, back.stderr.includes("differs")]).toEqual([0, false]);
    const own = await cadastre(["quarantine"], embedded());
    expect(own.stdout).toBe(quarantine.stdout);
    expect(own.stderr).not.toMatch(/were moved|not used/);
    expect((await cadastre(["observations", "list"], embedded())).stdout).toContain("restored by");
  });

  it("includes the ledger of transfers, whose digests are those of the source", async () => {
    await server.close();
    const store = await openMarketStore({ url: null, folder: path.join(folder, "data/market") });
    try {
      expect(await store.rows("SELECT count() AS n FROM ledger_transfers")).toEqual([{ n: "2" }]);
      expect(await verifyCoverage(store, [7])).toEqual([]);
    } finally {
      await store.close();
    }
  });
});
