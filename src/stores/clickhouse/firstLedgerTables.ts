/**
 * The tables of ledger resources exactly as version 0.1.0 created them: released migrations never change.
 * `alignTables` adds later columns of their descriptions.
 */
export const firstLedgerTables: readonly string[] = [
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
