/**
 * The metric catalogue: the one place where a metric is described. To add a
 * metric, add one entry here; nothing else needs an edit.
 *
 * Ids 2, 40, 63, 70, 71 and 1003 are those that existing API clients send;
 * every other id is ours, above 100000, and is never reused. `idAliases` are
 * further ids that clients send.
 */
import { formulaText } from "./formulaText";
import {
  type Derivation,
  type FigureFormat,
  type Metric,
  type MetricKind,
  type Polarity,
  type Unit,
  unitFormats,
} from "./metric";

const CHAIN = "Token contract events and state, or imported files";
const ISSUER = "Published by the issuer";
const MARKET = "Trading venues and price feeds";
const COMPUTED = "Computed by Cadastre";

/** The value of one unit: the issuer's NAV where known, else the market price. */
const UNIT_VALUE = ["net_asset_value_dollar", "price_dollar"] as const;

/** The market value of one unit: the market price where known, else the issuer's NAV. */
const UNIT_MARKET_VALUE = ["price_dollar", "net_asset_value_dollar"] as const;

/** `Read`: the slugs of the metrics that it names, which are those of the catalogue only once that is whole. */
type Draft<Slug extends string, Read extends string> = Pick<
  Metric<Slug, Read>,
  "id" | "slug" | "name" | "label" | "unit" | "kind" | "polarity" | "doc" | "source"
> &
  Partial<Metric<Slug, Read>>;

const metric = <const Slug extends string, const Read extends string = never>(
  draft: Draft<Slug, Read>,
): Metric<Slug, Read> => ({
  idAliases: [],
  aliases: [],
  across: { rule: "sum" },
  observedOn: ["asset", "token"],
  appliesToTokens: false,
  isPerUnit: false,
  least: 0,
  most: null,
  isWhole: draft.unit === "count",
  atMost: [],
  plausibleChange: plausibleChangeOf(draft),
  derive: [],
  benchmark: null,
  gist: null,
  formula: "Reported",
  format: unitFormats[draft.unit],
  topic: "",
  ...draft,
});

/**
 * Levels that change by a factor of 1,000 within days are usually in another unit, but a first mint or a redemption can
 * be as large. Rates and flows vary freely.
 */
function plausibleChangeOf({ unit, kind }: { unit: Unit; kind: MetricKind }): Metric["plausibleChange"] {
  const isLevel = kind === "stock" && (unit === "dollar" || unit === "token" || unit === "count");
  return isLevel ? { factor: 1000, breach: "warn" } : null;
}

/** A relation without which figures are impossible. */
const never = <const Slug extends string>(metric: Slug) => ({ metric, breach: "quarantine" }) as const;

/** Prices of one unit move in the third and fourth decimal; shortening them would hide it. */
const UNIT_PRICE: FigureFormat = { notation: "full", decimals: 4 };

/** What a description of a kind of metric states; the rest follows from the kind, unless it states that too. */
type Particulars<Slug extends string, Read extends string> = Pick<
  Metric<Slug, Read>,
  "id" | "slug" | "name" | "doc"
> &
  Partial<Metric<Slug, Read>>;

/** A particular whose label does not follow from its name. */
type Labelled<Slug extends string, Read extends string> = Particulars<Slug, Read> & { label: string };

/** Units outstanding: observed on chain, or derived from another supply. */
const supply = <const Slug extends string, const Read extends string = never>({
  name,
  ...particulars
}: Labelled<Slug, Read>) =>
  metric({
    name: `${name} (Token)`,
    unit: "token",
    kind: "stock",
    polarity: "neutral",
    ...(particulars.derive === undefined ? { formula: "Reported, or Σ mints − Σ burns" } : {}),
    source: CHAIN,
    ...particulars,
  });

/** A level in dollars; a higher one is good. */
const value = <const Slug extends string, const Read extends string = never>({
  name,
  ...particulars
}: Labelled<Slug, Read>) =>
  metric({
    name: `${name} (Dollar)`,
    unit: "dollar",
    kind: "stock",
    polarity: "good",
    source: COMPUTED,
    ...particulars,
  });

/** What happened during a day: observed on chain, or derived. */
const dailyFlow = <const Slug extends string, const Read extends string = never>({
  name,
  unit,
  ...particulars
}: Particulars<Slug, Read> & { unit: "dollar" | "token" | "count"; polarity: Polarity }) =>
  metric({
    name: `${name} (${{ dollar: "Dollar", token: "Token", count: "Count" }[unit]})`,
    // Readers expect the dollar value; the label of the same in units states so.
    label: `${name.charAt(0)}${name.slice(1).toLowerCase()}${unit === "token" ? " (units)" : ""}`,
    unit,
    kind: "flow",
    ...(particulars.derive === undefined ? { formula: "Σ over the day's transfers" } : {}),
    source: particulars.derive === undefined ? CHAIN : COMPUTED,
    ...particulars,
  });

/** A percentage published by the issuer for the whole asset; across tokens, the mean weighted by value. */
const rate = <const Slug extends string, const Read extends string = never>({
  name,
  ...particulars
}: Labelled<Slug, Read> & { polarity: Polarity }) =>
  metric<Slug, Read | "total_asset_value_dollar">({
    name: `${name} (Percent)`,
    unit: "percent",
    kind: "stock",
    source: ISSUER,
    across: { rule: "weighted", weight: "total_asset_value_dollar" },
    appliesToTokens: true,
    ...particulars,
  });

/**
 * A price that one unit is measured against, and how far its market price is above it. Each kind of asset has a
 * reference of its own under a name of its own (docs/decisions/0079).
 */
const reference = <
  const Price extends string,
  const Excess extends string,
  const Read extends string = never,
>(
  price: Pick<Metric<Price>, "id" | "slug" | "name" | "label" | "doc">,
  excess: Pick<Metric<Excess>, "id" | "slug" | "name" | "label" | "doc"> & {
    otherwise?: readonly Derivation<Read>[];
  },
) => {
  const { otherwise = [], ...words } = excess;
  return [
    metric({
      ...price,
      unit: "dollar",
      kind: "stock",
      polarity: "neutral",
      format: UNIT_PRICE,
      isPerUnit: true,
      source: MARKET,
      across: { rule: "weighted", weight: "total_supply_token" },
      appliesToTokens: true,
    }),
    metric<Excess, Price | Read | "price_dollar" | "total_asset_value_dollar">({
      ...words,
      unit: "percent",
      kind: "stock",
      polarity: "neutral",
      least: null,
      source: COMPUTED,
      across: { rule: "weighted", weight: "total_asset_value_dollar" },
      derive: [{ op: "excess", of: "price_dollar", over: price.slug }, ...otherwise],
    }),
  ] as const;
};

/** What pickers list together. */
const about = <const One extends Metric<string>>(topic: string, of: readonly One[]): One[] =>
  of.map((one) => ({ ...one, topic }));

const drafts = [
  ...about("Supply", [
    supply({
      id: 100001,
      slug: "total_supply_token",
      name: "Total Supply",
      label: "Total supply",
      doc: "Units outstanding at the end of the day.",
    }),
    supply({
      id: 100002,
      slug: "circulating_supply_token",
      name: "Circulating Supply",
      label: "Circulating supply",
      doc: "Total supply less units held by non-circulating addresses, such as issuer treasuries. A unit locked to back a bridged copy counts on both networks.",
      derive: [{ op: "copy", of: "total_supply_token" }],
      gist: "Bridged units count twice",
      atMost: [never("total_supply_token")],
    }),
    supply({
      id: 100003,
      slug: "bridged_token_supply_token",
      name: "Bridged Token Supply",
      label: "Net supply",
      doc: "Circulating units on each network, net of bridging: units that moved to another network no longer count on the source network.",
      derive: [
        { op: "copy", of: "circulating_supply_token", unlessLocked: true },
        { op: "sumOfNative", of: "circulating_supply_token" },
      ],
      gist: "Each unit counts once",
    }),

    metric({
      id: 100035,
      slug: "circulating_supply_share_percent",
      name: "Circulating Share of Supply (Percent)",
      label: "Circulating share",
      unit: "percent",
      kind: "stock",
      polarity: "neutral",
      doc: "Circulating supply as a share of total supply.",
      source: COMPUTED,
      across: { rule: "weighted", weight: "total_asset_value_dollar" },
      most: 100,
      derive: [{ op: "share", of: "circulating_supply_token", within: "total_supply_token" }],
    }),
    supply({
      id: 100064,
      slug: "active_supply_token",
      name: "Active Supply",
      label: "Active supply",
      doc: "Total supply less units at addresses of issuers, custodians and treasuries, as labelled in the catalog.",
      formula: "Reported, or total supply − Σ balances of labelled addresses",
      gist: "Without issuers, custodians and treasuries",
      atMost: [never("total_supply_token")],
    }),
    supply({
      id: 100065,
      slug: "defi_supply_token",
      name: "Supply in DeFi",
      label: "Supply in DeFi",
      doc: "Units that users deposited with protocols: the balances of pools that the catalog labels.",
      formula: "Reported, or Σ balances of labelled pools",
      gist: "In labelled pools",
      atMost: [never("total_supply_token")],
    }),
    metric({
      id: 100066,
      slug: "defi_supply_share_percent",
      name: "Share of Supply in DeFi (Percent)",
      label: "Share in DeFi",
      unit: "percent",
      kind: "stock",
      polarity: "neutral",
      doc: "Supply in DeFi as a share of total supply.",
      source: COMPUTED,
      across: { rule: "weighted", weight: "total_asset_value_dollar" },
      most: 100,
      derive: [{ op: "share", of: "defi_supply_token", within: "total_supply_token" }],
    }),
  ]),
  ...about("Unit price", [
    metric({
      id: 100004,
      slug: "net_asset_value_dollar",
      aliases: ["nav_dollar", "net_asset_value"],
      name: "Net Asset Value (Dollar)",
      label: "NAV",
      unit: "dollar",
      kind: "stock",
      polarity: "good",
      format: UNIT_PRICE,
      isPerUnit: true,
      doc: "Net asset value per unit in US dollars, as published by the issuer.",
      source: ISSUER,
      across: { rule: "weighted", weight: "total_supply_token" },
      appliesToTokens: true,
    }),
    metric({
      id: 100005,
      slug: "price_dollar",
      aliases: ["price"],
      name: "Price (Dollar)",
      label: "Price",
      unit: "dollar",
      kind: "stock",
      polarity: "good",
      format: UNIT_PRICE,
      isPerUnit: true,
      doc: "Market price per unit in US dollars.",
      source: MARKET,
      across: { rule: "weighted", weight: "total_supply_token" },
      appliesToTokens: true,
    }),

    metric({
      id: 100033,
      slug: "nav_premium_dollar",
      name: "NAV Premium (Dollar)",
      label: "Premium to NAV ($)",
      unit: "dollar",
      kind: "stock",
      polarity: "neutral",
      format: UNIT_PRICE,
      isPerUnit: true,
      least: null,
      doc: "Market price per unit less net asset value per unit; negative values are a discount.",
      source: COMPUTED,
      across: { rule: "weighted", weight: "total_supply_token" },
      derive: [{ op: "difference", of: "price_dollar", less: "net_asset_value_dollar" }],
    }),
    metric({
      id: 100034,
      slug: "nav_premium_percent",
      name: "NAV Premium (Percent)",
      label: "Premium to NAV",
      unit: "percent",
      kind: "stock",
      polarity: "neutral",
      least: null,
      doc: "Premium of market price over net asset value, in percent; negative values are a discount.",
      source: COMPUTED,
      across: { rule: "weighted", weight: "total_asset_value_dollar" },
      derive: [{ op: "share", of: "nav_premium_dollar", within: "net_asset_value_dollar" }],
    }),
    ...reference(
      {
        id: 100049,
        slug: "peg_price_dollar",
        name: "Peg Price (Dollar)",
        label: "Peg price",
        doc: "US dollars per unit of the currency to which a stablecoin is pegged.",
      },
      {
        id: 100050,
        slug: "peg_deviation_percent",
        name: "Deviation from Peg (Percent)",
        label: "Deviation from peg",
        doc: "Deviation of a stablecoin's market price from the currency to which it is pegged, in percent; negative values are below the peg.",
        otherwise: [{ op: "excessOverDollar", of: "price_dollar" }],
      },
    ),
    ...reference(
      {
        id: 100051,
        slug: "spot_price_dollar",
        name: "Spot Price (Dollar)",
        label: "Spot price",
        doc: "Spot price in US dollars of the commodity underlying one unit.",
      },
      {
        id: 100052,
        slug: "spot_premium_percent",
        name: "Premium to Spot (Percent)",
        label: "Premium to spot",
        doc: "Premium of market price over the spot price of the commodity underlying one unit, in percent; negative values are a discount.",
      },
    ),
    ...reference(
      {
        id: 100053,
        slug: "listed_price_dollar",
        name: "Listed Price (Dollar)",
        label: "Listed price",
        doc: "Exchange price in US dollars of the listed shares or fund units underlying one unit.",
      },
      {
        id: 100054,
        slug: "listed_premium_percent",
        name: "Premium to Listed Share (Percent)",
        label: "Premium to listed share",
        doc: "Premium of market price over the exchange price of the listed shares or fund units underlying one unit, in percent; negative values are a discount.",
      },
    ),
  ]),
  ...about("Value", [
    value({
      id: 71,
      slug: "bridged_token_value_dollar",
      name: "Bridged Token Value",
      label: "Value",
      doc: "Net supply at the issuer's net asset value, or at market price if there is none: each unit is counted once, on the network where it is held.",
      derive: [
        { op: "product", factors: [["bridged_token_supply_token"], UNIT_VALUE] },
        { op: "copy", of: "circulating_asset_value_dollar", unlessLocked: true },
        { op: "copy", of: "circulating_market_value_dollar", unlessLocked: true },
      ],
      aliases: ["bridged_token_value"],
      gist: "At NAV, or price if none",
    }),
    value({
      id: 70,
      slug: "bridged_token_market_cap_dollar",
      name: "Bridged Token Market Cap",
      label: "Market cap",
      doc: "Net supply at market price: each unit is counted once, on the network where it is held. Units without a market price are excluded.",
      derive: [
        { op: "product", factors: [["bridged_token_supply_token"], ["price_dollar"]] },
        // Derived market values may be at NAV.
        { op: "copyReported", of: "circulating_market_value_dollar", unlessLocked: true },
        { op: "copyReported", of: "market_value_dollar", unlessLocked: true },
      ],
      aliases: ["bridged_token_market_cap", "market_cap_dollar"],
      gist: "At market price",
    }),
    value({
      id: 2,
      slug: "total_asset_value_dollar",
      name: "Total Asset Value",
      label: "Total asset value",
      doc: "Total supply at the issuer's valuation.",
      derive: [{ op: "product", factors: [["total_supply_token"], UNIT_VALUE] }],
      aliases: ["total_asset_value"],
      gist: "Total supply at NAV",
    }),
    value({
      id: 100067,
      slug: "active_value_dollar",
      name: "Active Value",
      label: "Active value",
      doc: "Active supply at the issuer's net asset value, or at market price if there is none.",
      derive: [{ op: "product", factors: [["active_supply_token"], UNIT_VALUE] }],
      gist: "Without issuers, custodians and treasuries",
    }),
    value({
      id: 100068,
      slug: "defi_value_dollar",
      name: "Value in DeFi",
      label: "Value in DeFi",
      doc: "Supply in DeFi at the issuer's net asset value, or at market price if there is none.",
      derive: [{ op: "product", factors: [["defi_supply_token"], UNIT_VALUE] }],
      gist: "In labelled pools",
    }),
    value({
      id: 100006,
      slug: "circulating_asset_value_dollar",
      name: "Circulating Asset Value",
      label: "Circulating asset value",
      doc: "Circulating supply at the issuer's valuation.",
      derive: [
        { op: "product", factors: [["circulating_supply_token"], UNIT_VALUE] },
        { op: "copy", of: "total_asset_value_dollar" },
      ],
    }),
    value({
      id: 40,
      slug: "market_value_dollar",
      name: "Market Value",
      label: "Market value",
      doc: "Total supply at market price, or at the issuer's net asset value if there is no market price.",
      derive: [
        { op: "product", factors: [["total_supply_token"], UNIT_MARKET_VALUE] },
        { op: "copy", of: "total_asset_value_dollar" },
      ],
      aliases: ["market_value"],
      gist: "At price, or NAV if none",
    }),
    value({
      id: 100007,
      slug: "circulating_market_value_dollar",
      name: "Circulating Market Value",
      label: "Circulating market value",
      doc: "Circulating supply at market price, or at the issuer's net asset value if there is no market price.",
      derive: [
        { op: "product", factors: [["circulating_supply_token"], UNIT_MARKET_VALUE] },
        { op: "copy", of: "market_value_dollar" },
        { op: "copy", of: "circulating_asset_value_dollar" },
      ],
    }),
  ]),
  ...about("Activity", [
    dailyFlow({
      id: 100008,
      slug: "daily_mints_token",
      name: "Daily Mints",
      unit: "token",
      polarity: "neutral",
      doc: "Units minted during the day.",
    }),
    dailyFlow({
      id: 100009,
      slug: "daily_mints_dollar",
      name: "Daily Mints",
      unit: "dollar",
      polarity: "neutral",
      doc: "Dollar value of units minted during the day.",
      derive: [{ op: "product", factors: [["daily_mints_token"], UNIT_VALUE] }],
    }),
    dailyFlow({
      id: 100010,
      slug: "daily_burns_token",
      name: "Daily Burns",
      unit: "token",
      polarity: "neutral",
      doc: "Units burned during the day.",
    }),
    dailyFlow({
      id: 100011,
      slug: "daily_burns_dollar",
      name: "Daily Burns",
      unit: "dollar",
      polarity: "neutral",
      doc: "Dollar value of units burned during the day.",
      derive: [{ op: "product", factors: [["daily_burns_token"], UNIT_VALUE] }],
    }),
    dailyFlow({
      id: 100030,
      slug: "net_flow_dollar",
      name: "Net Flow",
      unit: "dollar",
      polarity: "good",
      doc: "Dollar value of mints less burns during the day.",
      derive: [{ op: "difference", of: "daily_mints_dollar", less: "daily_burns_dollar" }],
      least: null,
    }),
    metric({
      id: 100031,
      slug: "trailing_30_day_net_flow_dollar",
      name: "Trailing 30-Day Net Flow (Dollar)",
      label: "Net flow (30d)",
      unit: "dollar",
      kind: "stock",
      polarity: "good",
      least: null,
      doc: "Dollar value of mints less burns over the last 30 days.",
      source: COMPUTED,
      derive: [{ op: "trailingSum", of: "net_flow_dollar", days: 30 }],
    }),
    dailyFlow({
      id: 100012,
      slug: "daily_transfer_volume_token",
      name: "Daily Transfer Volume",
      unit: "token",
      polarity: "good",
      doc: "Units transferred between addresses during the day, excluding mints and burns.",
    }),
    dailyFlow({
      id: 100013,
      slug: "daily_transfer_volume_dollar",
      name: "Daily Transfer Volume",
      unit: "dollar",
      polarity: "good",
      doc: "Dollar value of units transferred between addresses during the day.",
      derive: [{ op: "product", factors: [["daily_transfer_volume_token"], UNIT_VALUE] }],
    }),
    dailyFlow({
      id: 100014,
      slug: "daily_transfer_count",
      name: "Daily Transfers",
      unit: "count",
      polarity: "good",
      doc: "Number of transfers during the day.",
      aliases: ["number_of_daily_transactions_count"],
    }),
    metric({
      id: 100041,
      slug: "average_transfer_dollar",
      name: "Average Transfer (Dollar)",
      label: "Average transfer",
      unit: "dollar",
      kind: "stock",
      polarity: "neutral",
      doc: "Average dollar value of the day's transfers.",
      source: COMPUTED,
      // Across tokens: their transfer volume together ÷ their transfers together.
      across: { rule: "weighted", weight: "daily_transfer_count" },
      derive: [{ op: "ratio", of: "daily_transfer_volume_dollar", over: "daily_transfer_count" }],
    }),
    dailyFlow({
      id: 100015,
      slug: "daily_active_addresses_count",
      name: "Daily Active Addresses",
      unit: "count",
      polarity: "good",
      doc: "Addresses that sent or received units during the day; across tokens, an address is counted once per token.",
    }),
    metric({
      id: 100016,
      slug: "trailing_30_day_active_addresses_count",
      name: "Trailing 30-Day Active Addresses (Count)",
      label: "Active addresses (30d)",
      unit: "count",
      kind: "stock",
      polarity: "good",
      doc: "Addresses that sent or received units over the last 30 days; across tokens, an address is counted once per token.",
      formula: "Distinct senders and receivers over the trailing 30 days",
      source: CHAIN,
    }),
    metric({
      id: 100042,
      slug: "trailing_7_day_active_addresses_count",
      name: "Trailing 7-Day Active Addresses (Count)",
      label: "Active addresses (7d)",
      unit: "count",
      kind: "stock",
      polarity: "good",
      doc: "Addresses that sent or received units over the last 7 days; across tokens, an address is counted once per token.",
      formula: "Distinct senders and receivers over the trailing 7 days",
      source: CHAIN,
      atMost: [never("trailing_30_day_active_addresses_count")],
    }),
    metric({
      id: 100043,
      slug: "trailing_7_day_transfer_volume_dollar",
      aliases: ["trailing_7_day_transfer_volume"],
      name: "Trailing 7-Day Transfer Volume (Dollar)",
      label: "Transfer volume (7d)",
      unit: "dollar",
      kind: "stock",
      polarity: "good",
      doc: "Dollar value transferred between addresses over the last 7 days.",
      source: COMPUTED,
      derive: [{ op: "trailingSum", of: "daily_transfer_volume_dollar", days: 7 }],
    }),
    metric({
      id: 100044,
      slug: "trailing_7_day_transfer_count",
      name: "Trailing 7-Day Transfers (Count)",
      label: "Transfers (7d)",
      unit: "count",
      kind: "stock",
      polarity: "good",
      doc: "Number of transfers over the last 7 days.",
      source: COMPUTED,
      derive: [{ op: "trailingSum", of: "daily_transfer_count", days: 7 }],
    }),
    metric({
      id: 100046,
      slug: "trailing_7_day_net_flow_dollar",
      name: "Trailing 7-Day Net Flow (Dollar)",
      label: "Net flow (7d)",
      unit: "dollar",
      kind: "stock",
      polarity: "good",
      least: null,
      doc: "Dollar value of mints less burns over the last 7 days.",
      source: COMPUTED,
      derive: [{ op: "trailingSum", of: "net_flow_dollar", days: 7 }],
    }),
    metric({
      id: 100045,
      slug: "trailing_30_day_transfer_count",
      name: "Trailing 30-Day Transfers (Count)",
      label: "Transfers (30d)",
      unit: "count",
      kind: "stock",
      polarity: "good",
      doc: "Number of transfers over the last 30 days.",
      source: COMPUTED,
      derive: [{ op: "trailingSum", of: "daily_transfer_count", days: 30 }],
    }),
    metric({
      id: 1003,
      slug: "trailing_30_day_transfer_volume_dollar",
      aliases: ["trailing_30_day_transfer_volume", "monthly_transfer_volume"],
      name: "Monthly Transfer Volume (Dollar)",
      label: "Transfer volume (30d)",
      unit: "dollar",
      kind: "stock",
      polarity: "good",
      doc: "Dollar value transferred between addresses over the last 30 days.",
      source: COMPUTED,
      derive: [{ op: "trailingSum", of: "daily_transfer_volume_dollar", days: 30 }],
    }),
    metric({
      id: 100032,
      slug: "trailing_30_day_turnover_ratio",
      name: "Trailing 30-Day Turnover (Ratio)",
      label: "Turnover (30d)",
      unit: "index",
      kind: "stock",
      polarity: "good",
      format: { notation: "full", decimals: 2 },
      doc: "Transfer volume over the last 30 days as a multiple of value.",
      source: COMPUTED,
      // Across tokens: their transfers together ÷ their value together.
      across: { rule: "weighted", weight: "bridged_token_value_dollar" },
      derive: [
        { op: "ratio", of: "trailing_30_day_transfer_volume_dollar", over: "bridged_token_value_dollar" },
      ],
    }),
    dailyFlow({
      id: 100017,
      slug: "bridge_inflow_dollar",
      name: "Bridge Inflow",
      unit: "dollar",
      polarity: "neutral",
      doc: "Dollar value bridged in during the day.",
    }),
    dailyFlow({
      id: 100018,
      slug: "bridge_outflow_dollar",
      name: "Bridge Outflow",
      unit: "dollar",
      polarity: "neutral",
      doc: "Dollar value bridged out during the day.",
    }),
    metric({
      id: 100038,
      slug: "trailing_30_day_bridge_inflow_dollar",
      name: "Trailing 30-Day Bridge Inflow (Dollar)",
      label: "Bridge inflow (30d)",
      unit: "dollar",
      kind: "stock",
      polarity: "neutral",
      doc: "Dollar value bridged in over the last 30 days.",
      source: COMPUTED,
      derive: [{ op: "trailingSum", of: "bridge_inflow_dollar", days: 30 }],
    }),
    metric({
      id: 100039,
      slug: "trailing_30_day_bridge_outflow_dollar",
      name: "Trailing 30-Day Bridge Outflow (Dollar)",
      label: "Bridge outflow (30d)",
      unit: "dollar",
      kind: "stock",
      polarity: "neutral",
      doc: "Dollar value bridged out over the last 30 days.",
      source: COMPUTED,
      derive: [{ op: "trailingSum", of: "bridge_outflow_dollar", days: 30 }],
    }),
    metric({
      id: 100040,
      slug: "trailing_30_day_net_bridge_flow_dollar",
      name: "Trailing 30-Day Net Bridge Flow (Dollar)",
      label: "Net bridge flow (30d)",
      unit: "dollar",
      kind: "stock",
      polarity: "neutral",
      least: null,
      doc: "Dollar value bridged in less dollar value bridged out over the last 30 days.",
      source: COMPUTED,
      derive: [
        {
          op: "difference",
          of: "trailing_30_day_bridge_inflow_dollar",
          less: "trailing_30_day_bridge_outflow_dollar",
        },
      ],
    }),
  ]),
  ...about("Holders", [
    metric({
      id: 100019,
      idAliases: [15],
      slug: "holding_addresses_count",
      aliases: ["holders"],
      name: "Holding Addresses (Count)",
      label: "Holders",
      unit: "count",
      kind: "stock",
      polarity: "good",
      doc: "Addresses with a positive balance, for tokens with holder data; an address is counted once per token.",
      formula: "Count of addresses with balance > 0",
      source: CHAIN,
    }),
    rate({
      id: 100020,
      slug: "top_10_holders_share_percent",
      name: "Top 10 Holders Share",
      label: "Top 10 holders",
      polarity: "bad",
      doc: "Share of a token's supply held by its ten largest addresses; across tokens, the mean of those with holder data.",
      aliases: ["top_10_holder_concentration"],
      source: CHAIN,
      appliesToTokens: false,
      most: 100,
    }),
    rate({
      id: 100047,
      slug: "top_5_holders_share_percent",
      name: "Top 5 Holders Share",
      label: "Top 5 holders",
      polarity: "bad",
      doc: "Share of a token's supply held by its five largest addresses; across tokens, the mean of those with holder data.",
      aliases: ["top_5_holder_concentration"],
      source: CHAIN,
      appliesToTokens: false,
      most: 100,
      atMost: [never("top_10_holders_share_percent")],
    }),
    rate({
      id: 100048,
      slug: "top_holder_share_percent",
      name: "Top Holder Share",
      label: "Largest holder",
      polarity: "bad",
      doc: "Share of a token's supply held by its largest address; across tokens, the mean of those with holder data.",
      aliases: ["top_holder_concentration"],
      source: CHAIN,
      appliesToTokens: false,
      most: 100,
      atMost: [never("top_5_holders_share_percent"), never("top_10_holders_share_percent")],
    }),
    metric({
      id: 100021,
      slug: "holder_concentration_hhi",
      name: "Holder Concentration (HHI)",
      label: "Concentration (HHI)",
      unit: "index",
      kind: "stock",
      polarity: "bad",
      doc: "Herfindahl–Hirschman index of balances, from 0 (dispersed) to 1 (a single holder).",
      formula: "Σ (balance ÷ supply)²",
      source: CHAIN,
      most: 1,
      across: { rule: "weighted", weight: "total_asset_value_dollar" },
    }),
  ]),
  ...about("Yield", [
    rate({
      id: 100022,
      slug: "apy_7_day_percent",
      name: "7-Day APY",
      label: "7-day APY",
      polarity: "good",
      doc: "Annualized yield over the last 7 days.",
      aliases: ["apy_7_day"],
      least: null,
      benchmark: "benchmark_yield_percent",
    }),
    rate({
      id: 100023,
      slug: "apy_30_day_percent",
      name: "30-Day APY",
      label: "30-day APY",
      polarity: "good",
      doc: "Annualized yield over the last 30 days.",
      aliases: ["apy_30_day"],
      least: null,
      benchmark: "benchmark_yield_percent",
    }),
    rate({
      id: 100036,
      slug: "benchmark_yield_percent",
      name: "Benchmark Yield",
      label: "Benchmark yield",
      polarity: "neutral",
      doc: "Yield of the benchmark assigned to the asset, such as Treasury bills.",
      least: null,
      source: MARKET,
    }),
    rate({
      id: 100037,
      slug: "yield_spread_percent",
      name: "Yield Spread",
      label: "Yield spread",
      polarity: "good",
      doc: "7-day APY less benchmark yield, in percentage points.",
      least: null,
      source: COMPUTED,
      appliesToTokens: false,
      derive: [{ op: "difference", of: "apy_7_day_percent", less: "benchmark_yield_percent" }],
    }),
    rate({
      id: 100024,
      slug: "yield_to_maturity_percent",
      name: "Yield to Maturity",
      label: "Yield to maturity",
      polarity: "neutral",
      doc: "Annualized return if the holdings are held to maturity.",
      aliases: ["yield_to_maturity"],
      least: null,
      benchmark: "benchmark_yield_percent",
    }),
    metric({
      id: 100025,
      slug: "weighted_average_maturity_days",
      name: "Weighted Average Maturity (Days)",
      label: "Average maturity",
      unit: "days",
      kind: "stock",
      polarity: "neutral",
      doc: "Average time to maturity of the holdings, weighted by value.",
      source: ISSUER,
      across: { rule: "weighted", weight: "total_asset_value_dollar" },
      appliesToTokens: true,
    }),
  ]),
  ...about("Credit", [
    metric({
      id: 63,
      slug: "outstanding_capital_dollar",
      aliases: ["outstanding_capital"],
      name: "Outstanding Capital (Dollar)",
      label: "Outstanding capital",
      unit: "dollar",
      kind: "stock",
      polarity: "good",
      doc: "Principal lent and not yet repaid.",
      formula: "Σ principal of active and late loans",
      source: ISSUER,
    }),
    metric({
      id: 100026,
      slug: "cumulative_issued_amount_dollar",
      name: "Cumulative Issued Amount (Dollar)",
      label: "Issued to date",
      unit: "dollar",
      kind: "stock",
      polarity: "good",
      doc: "Principal of all loans originated to date.",
      formula: "Σ principal of all loans",
      source: ISSUER,
    }),
    metric({
      id: 100027,
      slug: "defaulted_loans_amount_dollar",
      name: "Defaulted Loans Amount (Dollar)",
      label: "Defaulted",
      unit: "dollar",
      kind: "stock",
      polarity: "bad",
      doc: "Outstanding principal of loans in default.",
      formula: "Σ outstanding principal of defaulted loans",
      source: ISSUER,
    }),
    metric({
      id: 100061,
      slug: "late_loans_amount_dollar",
      name: "Late Loans Amount (Dollar)",
      label: "Late",
      unit: "dollar",
      kind: "stock",
      polarity: "bad",
      doc: "Outstanding principal of loans with an overdue instalment that are not in default.",
      formula: "Σ outstanding principal of late loans",
      source: ISSUER,
    }),
    rate({
      id: 100062,
      slug: "late_rate_percent",
      name: "Late Rate",
      label: "Late rate",
      polarity: "bad",
      doc: "Principal of late loans as a share of outstanding capital.",
      source: COMPUTED,
      across: { rule: "weighted", weight: "outstanding_capital_dollar" },
      appliesToTokens: false,
      derive: [{ op: "share", of: "late_loans_amount_dollar", within: "outstanding_capital_dollar" }],
    }),
    rate({
      id: 100063,
      slug: "default_rate_percent",
      name: "Default Rate",
      label: "Default rate",
      polarity: "bad",
      doc: "Principal of loans in default as a share of all principal issued to date. A loan counts until it is repaid or liquidated.",
      source: COMPUTED,
      across: { rule: "weighted", weight: "cumulative_issued_amount_dollar" },
      appliesToTokens: false,
      derive: [
        { op: "share", of: "defaulted_loans_amount_dollar", within: "cumulative_issued_amount_dollar" },
      ],
    }),
    rate({
      id: 100028,
      slug: "average_interest_rate_percent",
      name: "Average Interest Rate",
      label: "Interest rate",
      polarity: "neutral",
      doc: "Average annual interest rate on loans, weighted by outstanding capital.",
      across: { rule: "weighted", weight: "outstanding_capital_dollar" },
      formula: "Σ rate × outstanding capital ÷ Σ outstanding capital",
      appliesToTokens: false,
    }),
    metric({
      id: 100029,
      slug: "active_loans_count",
      name: "Active Loans (Count)",
      label: "Active loans",
      unit: "count",
      kind: "stock",
      polarity: "good",
      doc: "Loans that are current or late.",
      formula: "Count of active and late loans",
      source: ISSUER,
    }),
  ]),
];

export type MetricSlug = (typeof drafts)[number]["slug"];

const draftBySlug = new Map<string, (typeof drafts)[number]>(drafts.map((m) => [m.slug, m]));
const draftOf = (slug: string) => {
  const draft = draftBySlug.get(slug);
  if (draft === undefined) throw new Error(`${slug} is not a metric`);
  return draft;
};

/** With the formula from the derivation and the rule of aggregation. That each names metrics of the catalogue is checked here. */
export const metrics: readonly Metric[] = drafts.map((m) => ({ ...m, formula: formulaText(m, draftOf) }));

const byName = new Map<string, Metric>();
const byId = new Map<number, Metric>();
for (const m of metrics) {
  for (const id of [m.id, ...m.idAliases]) {
    if (byId.has(id)) throw new Error(`Two metrics have the id ${id}`);
    byId.set(id, m);
  }
  for (const name of [m.slug, ...m.aliases]) {
    if (byName.has(name)) throw new Error(`Two metrics share the name ${name}`);
    byName.set(name, m);
  }
}

/** The metric of a slug. */
export function metricOfSlug(slug: MetricSlug): Metric {
  const found = byName.get(slug);
  if (found === undefined) throw new Error(`${slug} is not a metric`);
  return found;
}

/** The metric that answers to a slug or alias. */
export const metricByName = (name: string): Metric | undefined => byName.get(name);

/** The metric that answers to an id, its own or an alias. */
export const metricById = (id: number): Metric | undefined => byId.get(id);
