/**
 * Rows of transactions where transfers were read from nodes: those of the ledger, which are final, those of newer blocks,
 * and sample rows of tokens without a ledger. Names are joined, so that a transfer is stored in few bytes.
 */
import { metricByName } from "#domain/metrics";
import { type Filter, isFilterGroup } from "#domain/query";
import { fieldByName, type Resource, tokensResource, transactionsResource } from "#domain/resources";
import { columnType, isTronForm, tronAddressSql, tronNumberSql } from "#stores";
import type { Market } from "../market";
import type { SqlBinder } from "../sql/sqlBinder";

/** What decides how rows of the ledger are read. */
export interface Ledger {
  /** Whether any token has more decimals than exact amounts hold. */
  isDeep: boolean;
  /** Whether any token is on Tron, whose addresses are written otherwise. */
  hasTron: boolean;
}

/**
 * The ledger, if transfers of any token have been read from nodes. Without, the table of transactions is read as it is: null,
 * as for other resources.
 */
export async function ledgerOf(market: Market, resource: Resource): Promise<Ledger | null> {
  if (resource.slug !== transactionsResource.slug) return null;
  const { ledger } = await market.remember({
    kind: "ledger",
    key: null,
    isGround: true,
    sizeOf: () => 100,
    make: async () => {
      const [row] = await market.store.compactRows<[rows: string, decimals: number, onTron: string]>(
        `SELECT count(), max(m.decimals), countIf(d.network_id IN ${TRON})
          FROM ledger_listings AS m LEFT JOIN ${tokensResource.table} AS d ON d.id = m.token_id`,
      );
      if (row === undefined || row[0] === "0") return { ledger: null };
      return { ledger: { isDeep: row[1] > 18, hasTron: row[2] !== "0" } };
    },
  });
  return ledger;
}

/** Ids of networks that are Tron. */
const TRON = `(SELECT id FROM dim_networks WHERE virtual_machine_type = 'TVM')`;

/** Fields whose values are hexadecimal digits of a number in the ledger, by which it is searched fast. */
const numbers: Readonly<Record<string, { column: string; of: string; digits: 40 | 64 }>> = {
  from_address: { column: "from_number", of: "sender", digits: 40 },
  to_address: { column: "to_number", of: "receiver", digits: 40 },
  transaction_hash: { column: "transaction_number", of: "transaction", digits: 64 },
};

const prefixed = ({ of, digits }: { of: string; digits: number }) =>
  `concat('0x', substring(lower(hex(reverse(reinterpretAsFixedString(l.${of})))), ${65 - digits}))`;

/** 76 nines: the most that an exact amount holds. */
const MOST_AMOUNT = "9".repeat(76);

const FROM = prefixed({ of: "sender", digits: 40 });
const TO = prefixed({ of: "receiver", digits: 40 });
const HASH = prefixed({ of: "transaction", digits: 64 });

/** Field → expression over a transfer `l` and the names `n` of its contract. */
const expressions: Readonly<Record<string, string>> = {
  id: `concat(ifNull(n.network_slug, ''), ':', ${HASH}, ':', toString(l.log_index))`,
  timestamp: "l.timestamp",
  kind: "multiIf(l.sender = 0, 'mint', l.receiver = 0, 'burn', 'transfer')",
  amount_token: "if(l.value > n.most, NULL, toNullable(reinterpret(l.value * n.up, 'Decimal(76, 18)')))",
  amount_units: "toString(l.value)",
  amount_dollar: "toFloat64(l.value) / pow(10, n.token_decimals) * u.value",
  from_address: `if(l.sender = 0, NULL, ${FROM})`,
  to_address: `if(l.receiver = 0, NULL, ${TO})`,
  transaction_hash: HASH,
  block_number: "toFloat64(l.block)",
  is_sample: "false",
};

/** The same where tokens have more than 18 decimals. Division of numbers of 32 bytes takes ten times as long. */
const DEEP_AMOUNT = `multiIf(
    l.value > n.most, NULL,
    n.down = 1, toNullable(reinterpret(l.value * n.up, 'Decimal(76, 18)')),
    l.value % n.down = 0, toNullable(reinterpret(intDiv(l.value, n.down), 'Decimal(76, 18)')),
    NULL)`;

/** The same where a token is on Tron. */
const tronExpressions: Readonly<Record<string, string>> = {
  from_address: `multiIf(l.sender = 0, NULL, n.is_tron, ${tronAddressSql("l.sender")}, ${FROM})`,
  to_address: `multiIf(l.receiver = 0, NULL, n.is_tron, ${tronAddressSql("l.receiver")}, ${TO})`,
};

/** The names of listed contracts, as transactions have them. Grouped, so that scales are computed once for each. */
const namesSql = `(SELECT m.contract_id AS contract_id, d.network_id AS network_id, d.network_slug AS network_slug,
    d.network_name AS network_name, d.asset_id AS asset_id, d.asset_slug AS asset_slug, d.asset_name AS asset_name,
    d.asset_class_id AS asset_class_id, d.asset_class_slug AS asset_class_slug, d.asset_class_name AS asset_class_name,
    d.id AS token_id, d.symbol AS symbol, d.address AS token_address, toNullable(toFloat64(m.decimals)) AS token_decimals,
    d.is_bridged AS is_bridged, d.network_id IN ${TRON} AS is_tron,
    toUInt256(concat('1', repeat('0', greatest(18 - toInt16(m.decimals), 0)))) AS up,
    toUInt256(concat('1', repeat('0', greatest(toInt16(m.decimals) - 18, 0)))) AS down,
    if(down = 1, intDiv(toUInt256('${MOST_AMOUNT}'), up), toUInt256('${MOST_AMOUNT}0')) AS most
  FROM ledger_listings AS m FINAL INNER JOIN ${tokensResource.table} AS d ON d.id = m.token_id
  GROUP BY ALL)`;

/** Fields that are the same for all transfers of a contract. */
const ofContract: ReadonlySet<string> = new Set(
  [...namesSql.matchAll(/ AS (\w+)/g)].flatMap(([, name = ""]) =>
    fieldByName(transactionsResource, name) === undefined ? [] : [name],
  ),
);

/** The value of one unit on each day: the NAV where known, else the price, as volume in dollars has it. */
function unitsSql(): string {
  const [nav = 0, price = 0] = ["net_asset_value_dollar", "price_dollar"].map(
    (slug) => metricByName(slug)?.id,
  );
  return `(SELECT token_id, date, toNullable(if(countIf(metric_id = ${nav}) > 0, maxIf(value, metric_id = ${nav}), max(value))) AS value
    FROM daily_metrics WHERE metric_id IN (${nav}, ${price}) AND token_id IN (SELECT token_id FROM ledger_listings)
    GROUP BY token_id, date)`;
}

/** Sample rows of tokens whose transfers are read are not shown. */
const WITHOUT_LEDGER = `token_id NOT IN (SELECT token_id FROM ledger_listings
  WHERE contract_id IN (SELECT contract_id FROM ledger_coverage))`;

/** Blocks that were read one by one, and are not part of the ledger yet. */
const NEWER = `(l.network_id, l.block, l.block_hash) IN (
    SELECT network_id, block, block_hash FROM ledger_hot_blocks FINAL WHERE NOT is_dropped)
  AND (l.contract_id, l.block, l.log_index) NOT IN (
    SELECT contract_id, block, log_index FROM ledger_transfers
    WHERE timestamp >= (SELECT minOrNull(timestamp) FROM ledger_hot))`;

export interface TransactionsRead {
  ledger: Ledger;
  /** Whether no sample row awaits replacement. */
  isWhole: boolean;
  /** Whether the values in dollars are read. */
  hasDollars: boolean;
  where?: BranchConditions | undefined;
}

/** Conditions that are compiled for both kinds of rows, so that the indexes of the ledger are used. */
export interface BranchConditions {
  /** On transfers `l`. */
  ledger: string;
  /** On rows of the table of transactions. */
  stored: string;
}

/** All transactions for FROM, without the alias. */
export function transactionsSql({ ledger, isWhole, hasDollars, where }: TransactionsRead): string {
  const { fields, table } = transactionsResource;
  const units = hasDollars
    ? ` LEFT JOIN ${unitsSql()} AS u ON u.token_id = n.token_id AND u.date = toDate32(l.timestamp, 'UTC')`
    : "";
  const transfers = (from: string, { isPending }: { isPending: boolean }) => {
    const columns = fields.map((field) => {
      const { name } = field;
      const sql = ofContract.has(name)
        ? `n.${name}`
        : name === "is_pending"
          ? String(isPending)
          : name === "amount_dollar" && !hasDollars
            ? "NULL"
            : name === "amount_token" && ledger.isDeep
              ? DEEP_AMOUNT
              : ((ledger.hasTron ? tronExpressions[name] : undefined) ?? expressions[name] ?? "NULL");
      // Without a conversion, so that the index of the table is used.
      return name === "timestamp" ? `${sql} AS ${name}` : `CAST(${sql} AS ${columnType(field)}) AS ${name}`;
    });
    const own = Object.values(numbers).map(({ column, of }) => `l.${of} AS ${column}`);
    return `SELECT ${[...columns, ...own].join(", ")}
      FROM ${from} AS l${isPending ? " FINAL" : ""} INNER JOIN ${namesSql} AS n ON n.contract_id = l.contract_id${units}
      WHERE ${where?.ledger ?? "1"}${isPending ? ` AND ${NEWER}` : ""}`;
  };
  const stored = fields.map(({ name }) => name);
  const own = Object.entries(numbers).map(([name, { column, digits }]) => {
    const text = `lower(ifNull(${name}, ''))`;
    return `if(match(${text}, '^0x[0-9a-f]{${digits}}$'), reinterpretAsUInt256(reverse(unhex(substring(${text}, 3)))), toUInt256(0)) AS ${column}`;
  });
  return `(${transfers("ledger_transfers", { isPending: false })}
    UNION ALL ${transfers("ledger_hot", { isPending: true })}
    UNION ALL SELECT ${[...stored, ...own].join(", ")} FROM ${table} AS t${isWhole ? "" : " FINAL"}
      WHERE ${WITHOUT_LEDGER} AND ${where?.stored ?? "1"})`;
}

/**
 * A condition that rows with any of these texts in a field meet, and few others: by an index of the ledger. "1" for a field
 * without one.
 */
export function numberCondition(field: string, texts: readonly string[], binder: SqlBinder): string {
  const own = numbers[field];
  if (own === undefined) return "1";
  const form = new RegExp(`^0x[0-9a-f]{${own.digits}}$`, "i");
  // Texts that are no numbers are those of other networks, whose rows have 0.
  const values = texts.map((text) => (form.test(text) ? BigInt(text) : 0n));
  const places = [
    ...[...new Set(values)].map((value) => binder.bind("UInt256", String(value))),
    ...(own.digits === 40 ? tronNumbers(texts, binder) : []),
  ];
  return `t.${own.column} IN (${places.join(", ")})`;
}

const tronNumbers = (texts: readonly string[], binder: SqlBinder): string[] =>
  [...new Set(texts.filter(isTronForm))].map((text) => tronNumberSql(binder.bind("String", text)));

/** The field of an address that one of the numbers is of. */
export const isNumbered = (field: string): boolean => numbers[field] !== undefined;

/** The part of a filter that is about contracts: what it selects contains what the whole filter selects. */
export function contractFilter(filter: Filter | null): Filter | null {
  if (filter === null) return null;
  if (!isFilterGroup(filter)) {
    const field = fieldByName(transactionsResource, filter.field)?.name ?? "";
    return ofContract.has(field) ? filter : null;
  }
  const parts = filter.filters.map(contractFilter);
  if (filter.operator === "and") {
    const known = parts.flatMap((part) => part ?? []);
    return known.length === 0 ? null : { ...filter, filters: known };
  }
  return parts.some((part) => part === null)
    ? null
    : { ...filter, filters: parts.flatMap((part) => part ?? []) };
}

/** Whether a condition on names `t` selects any contract. */
export async function hasContracts(market: Market, condition: string, binder: SqlBinder): Promise<boolean> {
  if (condition === "0") return false;
  const found = await market.store.compactRows(
    `SELECT 1 FROM ${namesSql} AS t WHERE ${condition} LIMIT 1`,
    binder.parameters,
  );
  return found.length > 0;
}

/** A condition on the contract of transfers of the ledger, from one on their names `t`. */
export const contractsSql = (condition: string): string =>
  `contract_id IN (SELECT t.contract_id FROM ${namesSql} AS t WHERE ${condition})`;

/**
 * A condition on transfers `l` that have a word: in the names of their token, or as an address or a hash. Parts of these are
 * found by their beginning, by number, since the texts of all transfers would take minutes to search.
 * @param names condition that the word is in the names `t` of a contract, "0" where names are not searched
 */
export function wordCondition(
  word: string,
  {
    spellings,
    names,
    fields,
    binder,
  }: {
    spellings: readonly string[];
    names: string;
    /** Names of the fields of addresses and hashes. */
    fields: readonly string[];
    binder: SqlBinder;
  },
): string {
  const bound = (value: bigint) => binder.bind("UInt256", String(value));
  const digits = /^0x([0-9a-f]+)$/i.exec(word)?.[1];
  const found = fields.flatMap((field) => {
    const own = numbers[field];
    if (own === undefined) return [];
    const form = new RegExp(`^0x[0-9a-f]{${own.digits}}$`, "i");
    const whole = [
      ...[...new Set(spellings.filter((one) => form.test(one)).map((one) => BigInt(one)))].map(bound),
      ...(own.digits === 40 ? tronNumbers(spellings, binder) : []),
    ];
    const isPart = digits !== undefined && digits.length > 1 && digits.length < own.digits;
    // A transfer has no sender or receiver where the number is zero.
    const isKnown = own.digits === 40 ? `l.${own.of} != 0 AND ` : "";
    return [
      ...(whole.length === 0 ? [] : [`(${isKnown}l.${own.of} IN (${whole.join(", ")}))`]),
      ...(isPart
        ? [
            `(${isKnown}l.${own.of} BETWEEN ${bound(BigInt(`0x${digits.padEnd(own.digits, "0")}`))} AND ${bound(BigInt(`0x${digits.padEnd(own.digits, "f")}`))})`,
          ]
        : []),
    ];
  });
  return [...(names === "0" ? [] : [`l.${contractsSql(names)}`]), ...found].join(" OR ") || "0";
}
