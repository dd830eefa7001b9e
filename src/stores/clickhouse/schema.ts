/**
 * Tables of the market store. Fact tables are fixed and created here, as are ledger tables, to which their
 * descriptions and look-backs add columns (alignTables.ts). Tables of catalog resources are mirrors: created
 * from their descriptions and replaced whenever the catalog or a description changes.
 */
import type { Resource } from "#domain/resources";
import { columnType } from "./columnType";

/**
 * The tables of ledger resources exactly as version 0.1.0 created them: released migrations never change.
 * `alignTables` adds later columns of their descriptions.
 */
const firstLedgerTables: readonly string[] = [
  `CREATE TABLE transactions (
      id String, timestamp DateTime('UTC'), kind LowCardinality(String), network_id Nullable(UInt32),
      network_slug Nullable(String), network_name Nullable(String), asset_id Nullable(UInt32),
      asset_slug Nullable(String), asset_name Nullable(String), asset_class_id Nullable(UInt32),
      asset_class_slug Nullable(String), asset_class_name Nullable(String), token_id UInt32, symbol String,
      amount_token Nullable(Decimal(76, 18)), amount_dollar Nullable(Float64), from_address Nullable(String),
      to_address Nullable(String), transaction_hash String, block_number Float64, is_sample Bool, version UInt64
    ) ENGINE = ReplacingMergeTree(version) ORDER BY (timestamp, id)`,
  `CREATE TABLE pools (
      id UInt32, slug String, name String, asset_id Nullable(UInt32), asset_slug Nullable(String),
      asset_name Nullable(String), protocol_id Nullable(UInt32), protocol_slug Nullable(String),
      protocol_name Nullable(String), network_id Nullable(UInt32), network_slug Nullable(String),
      network_name Nullable(String), status LowCardinality(String),
      collateral_type LowCardinality(Nullable(String)), outstanding_capital_dollar Nullable(Float64),
      cumulative_issued_amount_dollar Nullable(Float64), defaulted_loans_amount_dollar Nullable(Float64),
      average_interest_rate_percent Nullable(Float64), active_loans_count Nullable(Float64), is_sample Bool,
      version UInt64
    ) ENGINE = ReplacingMergeTree(version) ORDER BY id`,
  `CREATE TABLE loans (
      id UInt32, name String, pool_id Nullable(UInt32), pool_slug Nullable(String), pool_name Nullable(String),
      asset_id Nullable(UInt32), asset_slug Nullable(String), asset_name Nullable(String),
      protocol_id Nullable(UInt32), protocol_slug Nullable(String), protocol_name Nullable(String),
      network_id Nullable(UInt32), network_slug Nullable(String), network_name Nullable(String),
      status LowCardinality(String), sector LowCardinality(String),
      collateral_type LowCardinality(Nullable(String)), principal_dollar Float64, outstanding_dollar Float64,
      interest_rate_percent Float64, issued_date Date32, maturity_date Nullable(Date32), is_sample Bool,
      version UInt64
    ) ENGINE = ReplacingMergeTree(version) ORDER BY id`,
  `CREATE TABLE investments (
      id UInt32, slug String, name String, asset_id Nullable(UInt32), asset_slug Nullable(String),
      asset_name Nullable(String), asset_class_id Nullable(UInt32), asset_class_slug Nullable(String),
      asset_class_name Nullable(String), protocol_id Nullable(UInt32), protocol_slug Nullable(String),
      protocol_name Nullable(String), status LowCardinality(String), opens_date Date32,
      closes_date Nullable(Date32), target_dollar Nullable(Float64), raised_dollar Nullable(Float64),
      minimum_investment_dollar Nullable(Float64), target_yield_percent Nullable(Float64), is_sample Bool,
      version UInt64
    ) ENGINE = ReplacingMergeTree(version) ORDER BY id`,
  `CREATE TABLE news (
      id UInt32, published_at DateTime('UTC'), title String, summary Nullable(String), publisher String,
      url Nullable(String), asset_id Nullable(UInt32), asset_slug Nullable(String), asset_name Nullable(String),
      asset_class_id Nullable(UInt32), asset_class_slug Nullable(String), asset_class_name Nullable(String),
      is_sample Bool, version UInt64
    ) ENGINE = ReplacingMergeTree(version) ORDER BY (published_at, id)`,
];

/** Partitions of days: one for each year, and one for all earlier ones. */
const YEAR = "greatest(toYear(date), 2009)";
const SMALL_GRANULES = "SETTINGS index_granularity = 2048, min_compress_block_size = 16384";

/** One numbered step; released steps never change. */
export interface Migration {
  id: number;
  name: string;
  statements: readonly string[];
}

export const marketMigrations: readonly Migration[] = [
  {
    id: 1,
    name: "facts",
    statements: [
      // Origins of rows: a file, the sample simulator, a chain, a feed.
      `CREATE TABLE sources (
        id UInt32, kind LowCardinality(String), label String, file_name Nullable(String), sha256 Nullable(FixedString(64)),
        detail String DEFAULT '', is_sample Bool, ingested_at DateTime64(3, 'UTC'), version UInt64
      ) ENGINE = ReplacingMergeTree(version) ORDER BY id`,

      // Observations exactly as received. Real and sample rows of one series can coexist here; only one of
      // them is served (see daily_metrics).
      `CREATE TABLE observations (
        asset_id UInt32, token_id UInt32, metric_id UInt32, date Date, is_sample Bool,
        value Float64, source_id UInt32, version UInt64
      ) ENGINE = ReplacingMergeTree(version) ORDER BY (asset_id, token_id, metric_id, is_sample, date)`,

      // Served values: one per metric, token and day, derived from observations. carried: the last observed
      // value, for a gap of at most seven days. derived: computed by the metric's formula rather than
      // observed.
      `CREATE TABLE daily_metrics (
        metric_id UInt32, asset_id UInt32, token_id UInt32, date Date,
        value Float64, carried Bool, derived Bool, is_sample Bool, source_id UInt32, version UInt64
      ) ENGINE = ReplacingMergeTree(version) ORDER BY (metric_id, asset_id, token_id, date)`,

      // The latest value of every metric of every entity with its past values, for lists and tiles.
      `CREATE TABLE entity_metrics (
        entity_type LowCardinality(String), entity_id UInt32, metric_id UInt32, as_of Date,
        val Float64, val_7d Nullable(Float64), val_30d Nullable(Float64), val_90d Nullable(Float64),
        is_sample Bool, version UInt64
      ) ENGINE = ReplacingMergeTree(version) ORDER BY (entity_type, entity_id, metric_id)`,

      // Assets with changed observations whose daily metrics are not updated yet.
      `CREATE TABLE dirty_assets (asset_id UInt32, since DateTime64(3, 'UTC'), done Bool, version UInt64)
        ENGINE = ReplacingMergeTree(version) ORDER BY asset_id`,

      // Rejected rows with the reason, so that no input is lost.
      `CREATE TABLE quarantine (
        source_id UInt32, file_name String, line UInt64, field String, reason String, raw String, at DateTime64(3, 'UTC')
      ) ENGINE = ReplacingMergeTree(at) ORDER BY (source_id, line, field)`,

      // Counters and marks: data_version, catalog_hash, sample_seed …
      `CREATE TABLE settings (name String, value String, version UInt64)
        ENGINE = ReplacingMergeTree(version) ORDER BY name`,
    ],
  },
  {
    id: 2,
    name: "ledger resources",
    statements: firstLedgerTables,
  },
  {
    id: 3,
    name: "kinds of refused rows",
    // Earlier rows are distinguished by their reason, as before.
    statements: ["ALTER TABLE quarantine ADD COLUMN IF NOT EXISTS kind String DEFAULT reason AFTER field"],
  },
  {
    id: 5,
    name: "days before 1970",
    // Dates from 1900 to 2299. They are in the keys of the first two tables, which cannot be altered.
    statements: [
      ...rewritten(
        "observations",
        `asset_id UInt32, token_id UInt32, metric_id UInt32, date Date32, is_sample Bool,
          value Float64, source_id UInt32, version UInt64`,
        "(asset_id, token_id, metric_id, is_sample, date)",
      ),
      ...rewritten(
        "daily_metrics",
        `metric_id UInt32, asset_id UInt32, token_id UInt32, date Date32,
          value Float64, carried Bool, derived Bool, is_sample Bool, source_id UInt32, version UInt64`,
        "(metric_id, asset_id, token_id, date)",
      ),
      "ALTER TABLE entity_metrics MODIFY COLUMN as_of Date32",
    ],
  },
  {
    id: 6,
    name: "days of latest values",
    statements: [
      // A series that has ended keeps its past values; its current value is unknown.
      "ALTER TABLE entity_metrics MODIFY COLUMN val Nullable(Float64)",
      // reported: the latest day reported for the entity itself, not carried. as_of: the day of `val`, the
      // same for every entity of a metric.
      "ALTER TABLE entity_metrics ADD COLUMN IF NOT EXISTS reported Date32 DEFAULT as_of AFTER as_of",
    ],
  },
  {
    id: 7,
    name: "tokens of transactions",
    statements: [
      "ALTER TABLE transactions ADD COLUMN IF NOT EXISTS token_address Nullable(String) AFTER symbol",
      "ALTER TABLE transactions ADD COLUMN IF NOT EXISTS is_bridged Bool AFTER token_address",
    ],
  },
  {
    id: 8,
    name: "values of a year before",
    // Filled by the next derivation, which runs in full if it looks further back than before.
    statements: [
      "ALTER TABLE entity_metrics ADD COLUMN IF NOT EXISTS val_365d Nullable(Float64) AFTER val_90d",
    ],
  },
  {
    id: 9,
    name: "sources of ledger rows",
    // All earlier rows were created by the sample simulator.
    statements: ["transactions", "pools", "loans", "investments", "news"].flatMap((table) => [
      `ALTER TABLE ${table} ADD COLUMN IF NOT EXISTS source_id UInt32`,
      `ALTER TABLE ${table} UPDATE source_id = (SELECT max(id) FROM sources WHERE is_sample)
        WHERE is_sample SETTINGS mutations_sync = 2`,
    ]),
  },
  {
    id: 10,
    name: "first days of metrics",
    // Filled by the next derivation, which runs in full if it computes more than before.
    statements: [
      "ALTER TABLE entity_metrics ADD COLUMN IF NOT EXISTS first_day Date32 DEFAULT as_of AFTER as_of",
    ],
  },
  {
    id: 11,
    name: "tags of news",
    // Subjects of items were single assets until then. Rows of other kinds are tagged when they are next
    // generated.
    statements: [
      "ALTER TABLE news ADD COLUMN IF NOT EXISTS asset_tags Array(String) AFTER asset_class_name",
      "ALTER TABLE news ADD COLUMN IF NOT EXISTS platform_tags Array(String) AFTER asset_tags",
      "ALTER TABLE news ADD COLUMN IF NOT EXISTS issuer_tags Array(String) AFTER platform_tags",
      "ALTER TABLE news ADD COLUMN IF NOT EXISTS manager_tags Array(String) AFTER issuer_tags",
      "ALTER TABLE news ADD COLUMN IF NOT EXISTS network_tags Array(String) AFTER manager_tags",
      "ALTER TABLE news ADD COLUMN IF NOT EXISTS subjects Array(String) AFTER network_tags",
      `ALTER TABLE news UPDATE asset_tags = [assumeNotNull(asset_slug)]
        WHERE asset_slug IS NOT NULL SETTINGS mutations_sync = 2`,
      `ALTER TABLE news UPDATE subjects = [concat('asset/', assumeNotNull(asset_slug), '/', assumeNotNull(asset_name))]
        WHERE asset_slug IS NOT NULL SETTINGS mutations_sync = 2`,
    ],
  },
  {
    id: 12,
    name: "ids that clients send",
    // Gives an asset, a network and two platforms the ids that existing clients use.
    statements: [
      ...["observations", "daily_metrics"].flatMap((table) => [
        // Both rows exist until the former is removed; rereading yields the same rows.
        `INSERT INTO ${table} SELECT * REPLACE (
            toUInt32(25640) AS asset_id, toUInt32(if(token_id = 2000100079, 2000025640, token_id)) AS token_id)
          FROM (SELECT * FROM ${table} FINAL WHERE asset_id = 100079)`,
        `DELETE FROM ${table} WHERE asset_id = 100079`,
      ]),
      `DELETE FROM entity_metrics WHERE (entity_type = 'asset' AND entity_id = 100079)
        OR (entity_type = 'token' AND entity_id = 2000100079) OR (entity_type = 'network' AND entity_id = 100008)
        OR (entity_type = 'platform' AND entity_id IN (105009, 105022))`,
      ...["transactions", "pools", "loans", "investments", "news"].map((table) =>
        renumbered(table, "asset_id", { 100079: 25640 }),
      ),
      ...["transactions", "pools", "loans"].map((table) => renumbered(table, "network_id", { 100008: 38 })),
      ...["pools", "loans", "investments"].map((table) =>
        renumbered(table, "protocol_id", { 105009: 2, 105022: 3 }),
      ),
    ],
  },
  {
    id: 13,
    name: "providers of observations",
    statements: [
      // The reporting provider: reports of several providers on one figure coexist. Empty for sample data,
      // for files without a named provider, and so for all earlier rows. A column can be appended to a key in
      // one step, without rewriting rows.
      `ALTER TABLE observations ADD COLUMN IF NOT EXISTS provider LowCardinality(String) AFTER is_sample,
        MODIFY ORDER BY (asset_id, token_id, metric_id, is_sample, date, provider)`,
      "ALTER TABLE sources ADD COLUMN IF NOT EXISTS provider String AFTER label",
    ],
  },
  {
    id: 14,
    name: "first days of changes",
    statements: [
      // from_day: the first day with changed observations. Marks that are set cover every day.
      "DROP TABLE IF EXISTS dirty_assets_rewritten",
      `CREATE TABLE dirty_assets_rewritten (
        asset_id UInt32, from_day Date32 DEFAULT '1900-01-01', since DateTime64(3, 'UTC'), done Bool, version UInt64
      ) ENGINE = ReplacingMergeTree(version) ORDER BY (asset_id, from_day)`,
      `INSERT INTO dirty_assets_rewritten (asset_id, since, done, version)
        SELECT asset_id, since, done, version FROM dirty_assets`,
      "EXCHANGE TABLES dirty_assets_rewritten AND dirty_assets",
      "DROP TABLE dirty_assets_rewritten",
      // The observed series, whose first day later observations do not change. Filled by the next derivation, which
      // runs in full if it computes more than before.
      `CREATE TABLE observed_series (
        asset_id UInt32, token_id UInt32, metric_id UInt32, is_sample Bool, first_day Date32, gone Bool, version UInt64
      ) ENGINE = ReplacingMergeTree(version) ORDER BY (asset_id, token_id, metric_id, is_sample)`,
    ],
  },
  {
    id: 15,
    name: "publications",
    statements: [
      // By year, so that recent days are read without earlier ones, whatever the length of history. In smaller granules,
      // so that reading one series of all years takes as long as before.
      ...repartitioned("observations", {
        columns: `asset_id UInt32, token_id UInt32, metric_id UInt32, date Date32, is_sample Bool,
          provider LowCardinality(String), value Float64, source_id UInt32, version UInt64`,
        engine: `ReplacingMergeTree(version) PARTITION BY ${YEAR}
          ORDER BY (asset_id, token_id, metric_id, is_sample, date, provider) ${SMALL_GRANULES}`,
      }),
      // A row and its replacement exist beside each other until the former is removed: publication.ts.
      ...repartitioned("daily_metrics", {
        columns: `metric_id UInt32, asset_id UInt32, token_id UInt32, date Date32, value Float64, carried Bool,
          derived Bool, is_sample Bool, source_id UInt32, version UInt64`,
        added: "edition UInt32",
        engine: `ReplacingMergeTree PARTITION BY (edition, ${YEAR})
          ORDER BY (metric_id, asset_id, token_id, date, version) ${SMALL_GRANULES}`,
      }),
      // Weights are filled by the next derivation, which runs in full if it computes more than before.
      ...repartitioned("entity_metrics", {
        columns: `entity_type LowCardinality(String), entity_id UInt32, metric_id UInt32, as_of Date32, first_day Date32,
          reported Date32, val Nullable(Float64), val_7d Nullable(Float64), val_30d Nullable(Float64),
          val_90d Nullable(Float64), val_365d Nullable(Float64), is_sample Bool, version UInt64`,
        added: "edition UInt32",
        engine: `ReplacingMergeTree PARTITION BY edition ORDER BY (entity_type, entity_id, metric_id, version)`,
      }),
    ],
  },
  {
    id: 16,
    name: "former figures",
    statements: [
      // since: version of the first publication with the row. Rows that were there before are older than any that can be
      // read. In the key, since a run writes a former row and the one that replaces it with the same version.
      `ALTER TABLE daily_metrics ADD COLUMN IF NOT EXISTS since UInt64,
        MODIFY ORDER BY (metric_id, asset_id, token_id, date, version, since)`,
      // Publications that can be read as of: version of their rows, data version, and last observed day.
      `CREATE TABLE publications (
        version UInt64, data_version UInt64, published_at DateTime64(3, 'UTC'), horizon Date32
      ) ENGINE = ReplacingMergeTree ORDER BY version`,
    ],
  },
  {
    id: 17,
    name: "editions of ledger rows",
    // Rows of an edition become visible at once, and are dropped as a partition: publication.ts. An article and its
    // replacement exist beside each other until the former is removed.
    statements: Object.entries({
      transactions: "timestamp, id, edition",
      pools: "id, edition",
      loans: "id, edition",
      investments: "id, edition",
      news: "published_at, id, edition, version",
    }).flatMap(([table, key]) => [
      `ALTER TABLE ${table} ADD COLUMN IF NOT EXISTS edition UInt32`,
      `DROP TABLE IF EXISTS ${table}_rewritten`,
      // With columns that descriptions have gained.
      `CREATE TABLE ${table}_rewritten AS ${table} ENGINE = ReplacingMergeTree(version) PARTITION BY edition ORDER BY (${key})`,
      `INSERT INTO ${table}_rewritten SELECT * FROM ${table} FINAL`,
      `EXCHANGE TABLES ${table}_rewritten AND ${table}`,
      `DROP TABLE ${table}_rewritten`,
    ]),
  },
  {
    id: 18,
    name: "results of checks",
    statements: [
      `CREATE TABLE checks (
        id UInt32, check_slug LowCardinality(String), severity LowCardinality(String), state LowCardinality(String),
        statement String, subject_type LowCardinality(String), subject_id UInt32, subject String,
        asset_id Nullable(UInt32), asset_slug Nullable(String), asset_name Nullable(String),
        asset_class_id Nullable(UInt32), asset_class_slug Nullable(String), asset_class_name Nullable(String),
        network_id Nullable(UInt32), network_slug Nullable(String), network_name Nullable(String),
        token_id Nullable(UInt32), measure_id UInt32, measure_slug String, measure_name String, date Date32,
        last_date Date32, value Float64, bound Float64, bound_measure_slug Nullable(String), since DateTime('UTC'),
        resolved Nullable(DateTime('UTC')), action String, is_sample Bool, version UInt64
      ) ENGINE = ReplacingMergeTree(version) ORDER BY id`,
    ],
  },
  {
    id: 19,
    name: "superseded values",
    statements: [
      // Observations that an administrator declared wrong, with the reason. While is_set_aside, the observation is here and
      // not in observations; source_id and observed are its source and version.
      `CREATE TABLE superseded_values (
        id UInt64, asset_id UInt32, token_id UInt32, metric_id UInt32, date Date32, is_sample Bool, provider String, value Float64,
        reason String, marked_by String, signature String, marked_at DateTime64(3, 'UTC'),
        lifted_by String, lifted_at Nullable(DateTime64(3, 'UTC')), is_set_aside Bool, source_id UInt32, observed UInt64, version UInt64
      ) ENGINE = ReplacingMergeTree(version) ORDER BY id`,
    ],
  },
  {
    id: 20,
    name: "ledger of transfers",
    statements: [
      // Numbers of contracts are assigned once and never change, unlike those of catalog rows.
      `CREATE TABLE ledger_contracts (id UInt32, network_id UInt32, address String, decimals Nullable(UInt8), version UInt64)
        ENGINE = ReplacingMergeTree(version) ORDER BY id`,
      // Transfers of final blocks. Hashes and addresses are numbers, written as hexadecimal digits.
      `CREATE TABLE ledger_transfers (
        contract_id UInt32, block UInt64 CODEC(Delta, ZSTD(1)), log_index UInt32 CODEC(Delta, ZSTD(1)),
        timestamp DateTime('UTC') CODEC(Delta, ZSTD(1)), transaction_hex String EPHEMERAL, sender_hex String EPHEMERAL,
        receiver_hex String EPHEMERAL, value_hex String EPHEMERAL,
        transaction UInt256 DEFAULT reinterpretAsUInt256(reverse(unhex(transaction_hex))) CODEC(NONE),
        sender UInt256 DEFAULT reinterpretAsUInt256(reverse(unhex(sender_hex))) CODEC(ZSTD(1)),
        receiver UInt256 DEFAULT reinterpretAsUInt256(reverse(unhex(receiver_hex))) CODEC(ZSTD(1)),
        value UInt256 DEFAULT reinterpretAsUInt256(reverse(unhex(value_hex))) CODEC(ZSTD(1))
      ) ENGINE = ReplacingMergeTree ORDER BY (contract_id, block, log_index)`,
      // Ranges of blocks whose transfers are stored, with their number and digest; written after them.
      `CREATE TABLE ledger_coverage (
        contract_id UInt32, from_block UInt64, to_block UInt64, transfers UInt64, digest String, other_events UInt64,
        last_hash String, last_time DateTime('UTC'), endpoint String, read_at DateTime64(3, 'UTC'), version UInt64
      ) ENGINE = ReplacingMergeTree(version) ORDER BY (contract_id, from_block)`,
      // What each day changed of the balance of each holder.
      `CREATE TABLE ledger_holder_days (
        contract_id UInt32, holder UInt256 CODEC(ZSTD(1)), day Date CODEC(Delta, ZSTD(1)),
        change Int256 CODEC(ZSTD(1)), version UInt64 CODEC(ZSTD(1))
      ) ENGINE = ReplacingMergeTree(version) ORDER BY (contract_id, holder, day)`,
      // Figures of every day in the smallest unit of the token, from which observations are made.
      `CREATE TABLE ledger_daily (
        contract_id UInt32, day Date, transfers UInt64, volume UInt256, mints UInt256, burns UInt256, supply Int256,
        holders Int64, active_1 Int64, active_7 Int64, active_30 Int64, top_1 Int256, top_5 Int256, top_10 Int256,
        squares Float64, version UInt64
      ) ENGINE = ReplacingMergeTree(version) ORDER BY (contract_id, day)`,
    ],
  },
  {
    id: 21,
    name: "exact squares of balances",
    statements: [
      // Figures of new days are computed from those of the day before, so they are exact. All days are computed again.
      "TRUNCATE TABLE ledger_daily",
      "ALTER TABLE ledger_daily MODIFY COLUMN squares Int256",
    ],
  },
  {
    id: 22,
    name: "stopped networks",
    statements: [
      // Networks whose final blocks were replaced: nothing of them is read until they are rewound.
      `CREATE TABLE ledger_stops (
        network_id UInt32, block UInt64, reason String, since DateTime('UTC'), is_resolved Bool, version UInt64
      ) ENGINE = ReplacingMergeTree(version) ORDER BY network_id`,
    ],
  },
  {
    id: 23,
    name: "blocks of tokens, and figures beyond 256 bits",
    statements: [
      // Bits of figures that are not computable, and the blocks with which figures were computed.
      "ALTER TABLE ledger_daily ADD COLUMN overflow UInt8 AFTER squares",
      `CREATE TABLE ledger_bounds (
        contract_id UInt32, first_block UInt64, from_block UInt64, last_block Nullable(UInt64), version UInt64
      ) ENGINE = ReplacingMergeTree(version) ORDER BY contract_id`,
      "TRUNCATE TABLE ledger_daily",
    ],
  },
  {
    id: 24,
    name: "state of the ledger",
    statements: [
      // What operators and readings of networks leave behind, as JSON of its kind.
      `CREATE TABLE ledger_states (kind LowCardinality(String), subject String, state String, version UInt64)
        ENGINE = ReplacingMergeTree(version) ORDER BY (kind, subject)`,
    ],
  },
  {
    id: 25,
    name: "holders of tokens",
    statements: [
      // By balance, so that the largest of a token are read first. The rows of a token are replaced as a partition.
      `CREATE TABLE holders (
        id String, address String, address_label Nullable(String), address_kind LowCardinality(Nullable(String)),
        network_id Nullable(UInt32), network_slug Nullable(String), network_name Nullable(String),
        asset_id Nullable(UInt32), asset_slug Nullable(String), asset_name Nullable(String),
        asset_class_id Nullable(UInt32), asset_class_slug Nullable(String), asset_class_name Nullable(String),
        token_id UInt32, symbol String, token_address String, token_decimals Float64, balance_token Float64,
        balance_exact String, share_percent Nullable(Float64), since Date32, last_active Date32, date Date32, version UInt64,
        INDEX by_address lower(address) TYPE bloom_filter GRANULARITY 2
      ) ENGINE = MergeTree PARTITION BY token_id ORDER BY (balance_token, id)`,
    ],
  },
  {
    id: 26,
    name: "balances of labelled addresses",
    statements: [
      // Of every settled day, and the labels with which they were computed.
      `CREATE TABLE ledger_labels (
        contract_id UInt32, day Date, excluded Int256, withheld Int256, inactive Int256, pooled Int256, version UInt64
      ) ENGINE = ReplacingMergeTree(version) ORDER BY (contract_id, day)`,
      `CREATE TABLE ledger_pools (contract_id UInt32, protocol String, day Date, balance Int256, version UInt64)
        ENGINE = ReplacingMergeTree(version) ORDER BY (contract_id, protocol, day)`,
      `CREATE TABLE ledger_label_sets (contract_id UInt32, fingerprint String, version UInt64)
        ENGINE = ReplacingMergeTree(version) ORDER BY contract_id`,
    ],
  },
  {
    id: 27,
    name: "lists of transfers",
    statements: [
      // The newest transfers of all tokens, those of an address, and those of a transaction, which are in no order of the table.
      "ALTER TABLE ledger_transfers ADD INDEX IF NOT EXISTS by_time timestamp TYPE minmax GRANULARITY 1",
      ...["transaction", "sender", "receiver"].map(
        (column) =>
          `ALTER TABLE ledger_transfers ADD INDEX IF NOT EXISTS by_${column} ${column} TYPE bloom_filter(0.01) GRANULARITY 1`,
      ),
      ...["time", "transaction", "sender", "receiver"].map(
        (name) => `ALTER TABLE ledger_transfers MATERIALIZE INDEX by_${name}`,
      ),
      // The contract of a token of the catalog, whose transfers are listed under its names.
      `CREATE TABLE ledger_listings (token_id UInt32, contract_id UInt32, decimals UInt8, version UInt64)
        ENGINE = ReplacingMergeTree(version) ORDER BY token_id`,
      // Blocks above the final one, each linked to its parent, and their transfers, which count once their block is here.
      `CREATE TABLE ledger_hot_blocks (
        network_id UInt32, block UInt64, block_hash UInt256, parent_hash UInt256, timestamp DateTime('UTC'), is_dropped Bool,
        version UInt64
      ) ENGINE = ReplacingMergeTree(version) ORDER BY (network_id, block, block_hash)`,
      `CREATE TABLE ledger_hot (
        network_id UInt32, block UInt64, block_hash UInt256, log_index UInt32, contract_id UInt32, timestamp DateTime('UTC'),
        transaction UInt256, sender UInt256, receiver UInt256, value UInt256
      ) ENGINE = ReplacingMergeTree ORDER BY (network_id, block, block_hash, log_index)`,
    ],
  },
  {
    id: 28,
    name: "supply as contracts state it",
    statements: [
      // The last reading of each day, beside what transfers add up to at the same block.
      `CREATE TABLE ledger_supplies (
        contract_id UInt32, asset_id UInt32, token_id UInt32, day Date, block UInt64, decimals UInt8,
        ledger Nullable(Int256), stated Nullable(UInt256), kind String, problem String, version UInt64
      ) ENGINE = ReplacingMergeTree(version) ORDER BY (contract_id, day)`,
    ],
  },
];

/** Replaces ids in a column that is not in the table's key. */
function renumbered(table: string, column: string, ids: Readonly<Record<number, number>>): string {
  const known = Object.keys(ids).join(", ");
  return `ALTER TABLE ${table} UPDATE ${column} = transform(${column}, [${known}], [${Object.values(ids).join(", ")}], ${column})
    WHERE ${column} IN (${known}) SETTINGS mutations_sync = 2`;
}

/**
 * Statements that rewrite a fact table with other columns and all of its rows. The old table is read until
 * the new one is complete and replaces it in one step, so that after a crash the next start finds every row.
 */
function rewritten(table: string, columns: string, key: string): string[] {
  return [
    `DROP TABLE IF EXISTS ${table}_rewritten`,
    `CREATE TABLE ${table}_rewritten (${columns}) ENGINE = ReplacingMergeTree(version) ORDER BY ${key}`,
    `INSERT INTO ${table}_rewritten SELECT * FROM ${table}`,
    `EXCHANGE TABLES ${table}_rewritten AND ${table}`,
    `DROP TABLE ${table}_rewritten`,
  ];
}

/**
 * Statements that rewrite a fact table with another engine, as `rewritten` does.
 * @param added columns that the table gains, empty in its rows
 */
function repartitioned(
  table: string,
  { columns, added, engine }: { columns: string; added?: string; engine: string },
): string[] {
  const names = columns.split(",").map((column) => column.trim().split(" ")[0]);
  return [
    `DROP TABLE IF EXISTS ${table}_rewritten`,
    `CREATE TABLE ${table}_rewritten (${[columns, ...(added === undefined ? [] : [added])].join(", ")}) ENGINE = ${engine}`,
    `INSERT INTO ${table}_rewritten (${names.join(", ")}) SELECT ${names.join(", ")} FROM ${table} FINAL`,
    `EXCHANGE TABLES ${table}_rewritten AND ${table}`,
    `DROP TABLE ${table}_rewritten`,
  ];
}

/** DDL of the mirror of a catalog resource, under any table name. */
export function catalogTable(resource: Resource, table: string): string {
  const columns = resource.fields
    .filter((f) => !f.computed)
    .map((f) => `${f.name} ${columnType(f)}`)
    .join(", ");
  return `CREATE TABLE ${table} (${columns}) ENGINE = MergeTree ORDER BY ${resource.idField}`;
}
