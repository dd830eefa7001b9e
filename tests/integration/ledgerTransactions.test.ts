/** Lists of transactions over the ledger of a real node: every row of the chain, by any filter, order and page. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Filter, parseQuery } from "#domain/query";
import { createMarket, exportRows, getEntity, listResource, type Market } from "#market";
import { EVM_NODE_MISSING, type EvmNode, evmNodeBinary, startEvmNode } from "../support/evmNode";
import { type LedgerWorld, openLedgerWorld } from "../support/ledgerWorld";
import { type ChainTransfer, generateChain, type TestChain } from "../support/testChain";
import { zeroAddress } from "../support/tokenContract";

const missing = (await evmNodeBinary()) === null ? EVM_NODE_MISSING : "";

interface Row {
  id: string;
  [field: string]: unknown;
}

describe.skipIf(missing !== "")("transactions of the ledger", () => {
  const nodes: EvmNode[] = [];
  const chains: TestChain[] = [];
  let world: LedgerWorld;
  let market: Market;
  beforeAll(async () => {
    for (const chainId of [31_337, 31_338]) {
      const node = await startEvmNode({ chainId });
      nodes.push(node);
      const options = { seed: Date.now() + chainId, tokens: 2, blocks: 24, perBlock: 8, interval: 5 * 3_600 };
      chains.push(await generateChain(node, options));
      await node.rpc("anvil_mine", ["0x60", "0x1"]);
    }
    world = await openLedgerWorld(chains);
    const sample = (id: string, tokenId: number, assetId: number) => ({
      id,
      timestamp: "2025-01-03 00:00:00",
      kind: "transfer",
      asset_id: assetId,
      asset_slug: `fund-${assetId}`,
      asset_name: `fund-${assetId}`,
      token_id: tokenId,
      symbol: "S",
      is_bridged: false,
      amount_token: "1.5",
      from_address: "0x00000000000000000000000000000000000000a1",
      transaction_hash: `hash of ${id}`,
      block_number: 5,
      is_sample: true,
      version: 1,
    });
    // Of a token with a ledger, which hides it, and of one without.
    await world.store.insert("transactions", [sample("hidden", 1, 1), sample("shown", 900, 9)]);
    await world.sync([
      ["one", [nodes[0]?.url ?? ""]],
      ["two", [nodes[1]?.url ?? ""]],
    ]);
    market = createMarket({ store: world.store });
  });
  afterAll(async () => {
    await world?.close();
    await Promise.all(nodes.map((node) => node.stop()));
  });

  const decimal = (value: bigint) => {
    const digits = value.toString().padStart(19, "0");
    return `${digits.slice(0, -18)}.${digits.slice(-18)}`.replace(/\.?0+$/, "");
  };
  const kindOf = ({ from, to }: ChainTransfer) =>
    from === zeroAddress ? "mint" : to === zeroAddress ? "burn" : "transfer";
  /** What rows of the chains have, without ids and hashes. */
  const expected = () =>
    chains.flatMap(({ transfers, tokens }, at) =>
      transfers.map((transfer) => ({
        timestamp: new Date(transfer.time * 1_000).toISOString().replace(".000", ""),
        kind: kindOf(transfer),
        network_slug: ["one", "two"][at],
        asset_slug: `fund-${1 + tokens.indexOf(transfer.contract)}`,
        token_id: 1 + 2 * at + tokens.indexOf(transfer.contract),
        token_address: transfer.contract,
        token_decimals: 18,
        amount_token: decimal(transfer.value),
        amount_units: transfer.value.toString(),
        from_address: transfer.from === zeroAddress ? null : transfer.from,
        to_address: transfer.to === zeroAddress ? null : transfer.to,
        block_number: transfer.block,
        is_pending: false,
        is_sample: false,
      })),
    );
  const fields = () => Object.keys(expected()[0] ?? {});
  const shape = (row: object) =>
    JSON.stringify(Object.fromEntries(fields().map((name) => [name, (row as Row)[name]])));
  const shapes = (rows: readonly object[]) => rows.map(shape).sort();

  /** All rows of a list, page by page. */
  async function all(query: object, perPage = 37): Promise<Row[]> {
    const rows: Row[] = [];
    let cursor: string | null | undefined = "start";
    while (cursor != null) {
      const page = await listResource(market, {
        resource: "transactions",
        query: parseQuery({ ...query, pagination: { perPage, after: cursor } }),
      });
      rows.push(...(page.results as Row[]));
      cursor = page.pagination.next;
      expect(rows.length).toBeLessThanOrEqual(5_000);
    }
    return rows;
  }
  const filtered = (filter: Filter, more: object = {}) => all({ filter, ...more }, 400);
  const leaf = (field: string, operator: string, value: unknown) => ({ field, operator, value }) as Filter;

  it("are those of the chains, in every order, with sample rows of tokens without a ledger only", async () => {
    const newest = await all({});
    expect(newest.filter(({ is_sample }) => is_sample === true).map(({ id }) => id)).toEqual(["shown"]);
    const own = newest.filter(({ is_sample }) => is_sample === false);
    expect(shapes(own)).toEqual(shapes(expected()));
    expect(new Set(newest.map(({ id }) => id)).size).toBe(newest.length);
    for (const { id, network_slug, transaction_hash } of own) {
      expect(id).toMatch(new RegExp(`^${network_slug}:${transaction_hash}:\\d+$`));
    }
    const times = newest.map(({ timestamp }) => String(timestamp));
    expect(times).toEqual([...times].sort().reverse());
    for (const sort of [
      { field: "timestamp", direction: "asc" },
      { field: "block_number", direction: "desc" },
      { field: "asset_name", direction: "asc" },
      { field: "amount_dollar", direction: "desc" },
      { field: "from_address", direction: "asc" },
    ]) {
      const rows = await all({ sort }, 61);
      expect(rows.map(({ id }) => id).sort()).toEqual(newest.map(({ id }) => id).sort());
    }
  });

  it("are paged backwards and by number as forwards", async () => {
    const rows = await all({});
    const last = await listResource(market, {
      resource: "transactions",
      query: parseQuery({ pagination: { perPage: 20, before: "end" } }),
    });
    expect(last.results.map(({ id }) => id)).toEqual(rows.slice(-20).map(({ id }) => id));
    const before = await listResource(market, {
      resource: "transactions",
      query: parseQuery({ pagination: { perPage: 20, before: last.pagination.previous } }),
    });
    expect(before.results.map(({ id }) => id)).toEqual(rows.slice(-40, -20).map(({ id }) => id));
    const third = await listResource(market, {
      resource: "transactions",
      query: parseQuery({ pagination: { perPage: 20, page: 3 } }),
    });
    expect(third.results.map(({ id }) => id)).toEqual(rows.slice(40, 60).map(({ id }) => id));
    expect(third.pagination.resultCount).toBe(rows.length);
  });

  it("are filtered as a plain evaluation does", async () => {
    const transfers = expected();
    const some = transfers.find(({ from_address }) => from_address !== null);
    const sender = String(some?.from_address);
    const cases: [Filter, (row: (typeof transfers)[number]) => boolean][] = [
      [leaf("from_address", "equals", sender), (row) => row.from_address === sender],
      [
        leaf("from_address", "equals", sender.toUpperCase().replace("0X", "0x")),
        (row) => row.from_address === sender,
      ],
      [leaf("to_address", "in", [sender, "0x01"]), (row) => row.to_address === sender],
      [leaf("from_address", "notEquals", sender), (row) => row.from_address !== sender],
      [leaf("from_address", "equals", null), (row) => row.from_address === null],
      [leaf("kind", "equals", "mint"), (row) => row.kind === "mint"],
      [leaf("network_slug", "equals", "two"), (row) => row.network_slug === "two"],
      [leaf("asset_slug", "equals", "fund-2"), (row) => row.asset_slug === "fund-2"],
      [leaf("asset_slug", "notEquals", "fund-2"), (row) => row.asset_slug !== "fund-2"],
      [leaf("token_id", "in", [1, 4]), (row) => [1, 4].includes(row.token_id)],
      [leaf("block_number", "gte", 20), (row) => row.block_number >= 20],
      [leaf("timestamp", "lt", "2025-01-05"), (row) => row.timestamp < "2025-01-05"],
      [leaf("amount_token", "gt", "1"), (row) => BigInt(row.amount_units) > 10n ** 18n],
      [leaf("amount_units", "equals", some?.amount_units), (row) => row.amount_units === some?.amount_units],
      [leaf("is_pending", "equals", true), () => false],
    ];
    for (const [filter, isWanted] of cases) {
      const rows = (await filtered(filter)).filter(({ is_sample }) => is_sample === false);
      expect(shapes(rows), JSON.stringify(filter)).toEqual(shapes(transfers.filter(isWanted)));
    }
    const either: Filter = {
      operator: "or",
      filters: [leaf("asset_slug", "equals", "fund-2"), leaf("kind", "equals", "burn")] as never,
    };
    const both: Filter = { operator: "and", filters: either.filters };
    const isEither = (row: (typeof transfers)[number]) => row.asset_slug === "fund-2" || row.kind === "burn";
    const isBoth = (row: (typeof transfers)[number]) => row.asset_slug === "fund-2" && row.kind === "burn";
    expect(shapes(await filtered(either))).toEqual(shapes(transfers.filter(isEither)));
    expect(shapes(await filtered(both))).toEqual(shapes(transfers.filter(isBoth)));
  });

  it("are found by address, hash, part of one, and name", async () => {
    const transfers = expected();
    const own = (await all({})).filter(({ is_sample }) => is_sample === false);
    const [first] = own;
    const sender = String(transfers.find(({ from_address }) => from_address !== null)?.from_address);
    const found = async (search: string) => shapes(await all({ search }, 400));
    const ofSender = shapes(transfers.filter((row) => [row.from_address, row.to_address].includes(sender)));
    expect(await found(sender)).toEqual(ofSender);
    expect(await found(sender.toUpperCase().replace("0X", "0x"))).toEqual(ofSender);
    // All holders of these chains begin alike, and differ at their ends.
    expect(await found(sender.slice(0, 40))).toEqual(
      shapes(
        transfers.filter((row) => `${row.from_address} ${row.to_address}`.includes(sender.slice(0, 40))),
      ),
    );
    const hash = String(first?.transaction_hash);
    const ofHash = shapes(own.filter(({ transaction_hash }) => transaction_hash === hash));
    expect(await found(hash)).toEqual(ofHash);
    expect(await found(`https://etherscan.io/tx/${hash}`)).toEqual(ofHash);
    expect(await found(hash.slice(0, 20))).toEqual(ofHash);
    expect(await found("fund-2")).toEqual(
      shapes(transfers.filter(({ asset_slug }) => asset_slug === "fund-2")),
    );
    expect((await all({ search: "0x00000000000000000000000000000000000000a1" })).map(({ id }) => id)).toEqual(
      ["shown"],
    );
  });

  it("have a row each, and files with the same rows", async () => {
    const rows = await all({});
    const one = rows.find(({ kind, is_sample }) => kind === "burn" && is_sample === false);
    const { result } = await getEntity(market, { resource: "transactions", id: String(one?.id) });
    expect(shape(result)).toBe(shape(one ?? {}));
    expect(result).toMatchObject({
      id: one?.id,
      transaction_hash: one?.transaction_hash,
      amount_dollar: null,
    });
    const file = await exportRows(market, {
      resource: "transactions",
      query: parseQuery({ filter: leaf("network_slug", "equals", "one") }),
      format: "csv",
    });
    let text = "";
    for await (const piece of file.bytes) text += Buffer.from(piece as Uint8Array).toString();
    const lines = text.trim().split("\n");
    expect(lines.length - 1).toBe(rows.filter(({ network_slug }) => network_slug === "one").length);
    for (const { id } of rows.filter(({ network_slug }) => network_slug === "one"))
      expect(text).toContain(String(id));
  });
});
