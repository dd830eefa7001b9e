/** News about the content of the sample: launches, milestones, depegs, defaults, wind-downs and gaps. */

import { tagColumns } from "#domain/news";
import type { CatalogIndex, Named } from "#domain/resources";
import { type LedgerRow, reference } from "../../ledger/ledgerRow";
import { eventsBySlug } from "../facts/anchors";
import { dayOf, formatLongDate, secondsOf } from "../primitives/days";
import { randomStream } from "../primitives/randomStream";
import type { SimulatedAsset } from "../simulation/simulate";

const NEWS_ITEMS = 150;
const PUBLISHER = "Cadastre sample desk";

export interface NewsItem {
  day: number;
  /** Named events are always included; of the others the newest. */
  isEvent: boolean;
  row: LedgerRow;
}

const thresholds = [
  1e6, 5e6, 10e6, 25e6, 50e6, 100e6, 250e6, 500e6, 1e9, 2.5e9, 5e9, 10e9, 25e9, 50e9, 75e9, 100e9, 150e9,
  200e9, 300e9,
];

const inWords = (dollars: number): string =>
  dollars >= 1e9
    ? `$${dollars / 1e9} billion`
    : dollars >= 1e6
      ? `$${dollars / 1e6} million`
      : `$${dollars.toLocaleString("en")}`;

/** Three digits are enough for a reader. */
const rounded = (dollars: number): number => Number(dollars.toPrecision(3));

/** The news of one asset in its window. */
export function newsOf(
  { asset, window, range, life, events, tokens, digits, unit, pools }: SimulatedAsset,
  {
    catalog,
    seed,
    newId,
  }: { catalog: CatalogIndex; seed: number; newId: (...key: (string | number)[]) => number },
): NewsItem[] {
  const items: NewsItem[] = [];
  const networks = life.tokens.flatMap(({ token }) =>
    token === null ? [] : (catalog.networkBySlug.get(token.network) ?? []),
  );
  const party = (kind: "platform" | "issuer" | "manager"): Named[] => {
    const known = catalog.partyOf(kind, asset);
    return known === null ? [] : [known];
  };
  const tags = tagColumns({
    asset: [asset],
    platform: party("platform"),
    issuer: party("issuer"),
    manager: party("manager"),
    network: networks.length === 1 ? networks : [],
  });
  const addItem = (
    kind: string,
    day: number,
    isEvent: boolean,
    [title, summary]: readonly [string, string],
  ) => {
    if (day < window.first || day > window.last) return;
    const clock = randomStream(seed, "news", asset.slug, kind, day);
    items.push({
      day,
      isEvent,
      row: {
        id: newId("news", kind, asset.slug, day),
        published_at: secondsOf(day) + 7 * 3600 + clock.integer(11 * 3600),
        title,
        summary,
        publisher: PUBLISHER,
        url: null,
        ...reference("asset", asset),
        ...reference("asset_class", catalog.partyOf("asset_class", asset)),
        ...tags,
        is_sample: true,
      },
    });
  };

  addItem("launch", life.launch, false, [
    `${asset.name} goes live`,
    `The first units of ${asset.name} (${asset.ticker}) were issued on ${formatLongDate(life.launch)}.`,
  ]);
  for (const { token, launch } of life.tokens.slice(1)) {
    const network = token === null ? undefined : catalog.networkBySlug.get(token.network);
    if (network === undefined || launch === life.launch) continue;
    addItem(`network-${network.slug}`, launch, false, [
      `${asset.ticker} arrives on ${network.name}`,
      `${asset.name} is available on ${network.name} as of ${formatLongDate(launch)}.`,
    ]);
  }

  const { depeg, windDown } = events;
  if (depeg !== null) {
    addItem("depeg", depeg.day, true, [
      `${asset.ticker} trades below its peg`,
      `The price of ${asset.name} fell about ${Math.round(depeg.depth * 100)} percent below its reference; volumes rose.`,
    ]);
    addItem("recovery", depeg.day + depeg.recoveryDays + 1, true, [
      `${asset.ticker} is back at its peg`,
      `The price of ${asset.name} returned to its reference after ${depeg.recoveryDays} days.`,
    ]);
  }
  if (windDown !== null) {
    addItem("wind-down", windDown.first, true, [
      `${asset.name} announces its wind-down`,
      `Holders of ${asset.ticker} can redeem until ${formatLongDate(windDown.last)}.`,
    ]);
    addItem("closed", windDown.last, true, [
      `The last units of ${asset.ticker} are redeemed`,
      `The supply of ${asset.name} is zero; its series end here.`,
    ]);
  }
  for (const gap of events.gaps) {
    if (gap.last >= window.last) continue;
    addItem("gap", gap.last + 1, true, [
      `${asset.ticker} reports again after ${gap.last - gap.first + 1} days`,
      `No ${gap.scope === "all" ? "figures" : "prices"} for ${asset.name} were published from ${formatLongDate(gap.first)} to ${formatLongDate(gap.last)}.`,
    ]);
  }
  const named = eventsBySlug[asset.slug]?.loanDefault;
  for (const loan of pools.flatMap((pool) => pool.loans)) {
    if (loan.defaulted === null) continue;
    const isNamed = named !== undefined && loan.defaulted === dayOf(named);
    addItem(`default-${loan.name}`, loan.defaulted, isNamed, [
      `A loan in ${asset.name} is in default`,
      `${loan.name}, with principal of ${inWords(rounded(loan.principal / 100))}, has missed instalments for 45 days.`,
    ]);
  }

  // The first time above a threshold, looking back to the epoch, so that the day never moves.
  let reached = 0;
  const length = range.last - range.first + 1;
  for (let i = 0; i < length && unit !== null; i++) {
    let units = 0;
    for (const { supply } of tokens) units += (supply.supply[i] || 0) - (supply.locked?.[i] || 0);
    const dollars = (units / 10 ** digits) * (unit[i] ?? 0);
    while (reached < thresholds.length && dollars >= (thresholds[reached] ?? 0)) {
      const threshold = thresholds[reached] ?? 0;
      reached++;
      if (threshold >= 10e6 && dollars < (thresholds[reached] ?? Number.POSITIVE_INFINITY) && i > 0) {
        addItem(`milestone-${threshold}`, range.first + i, threshold >= 1e9, [
          `${asset.ticker} passes ${inWords(threshold)}`,
          `The value of ${asset.name} across all networks exceeds ${inWords(threshold)} for the first time.`,
        ]);
      }
    }
  }
  return items;
}

/** The items to show: every named event, then the newest others. */
export function selectNews(items: readonly NewsItem[]): LedgerRow[] {
  const newest = [...items].sort(
    (a, b) => Number(b.isEvent) - Number(a.isEvent) || b.day - a.day || Number(a.row.id) - Number(b.row.id),
  );
  return newest.slice(0, NEWS_ITEMS).map((item) => item.row);
}
