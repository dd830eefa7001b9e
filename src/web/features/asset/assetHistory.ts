import { group } from "d3-array";
import type { ResourceRow } from "#domain/api";
import { type EvidenceKindName, evidenceKindNamed } from "#domain/evidence";
import { once } from "#domain/text";
import { textOf } from "../../format/textOf";
import { factParts } from "../evidence/factParts";

/** An event of an asset, dated by day, or by month or year if the day is unknown. */
export interface HistoryEntry {
  key: string;
  date: string;
  what: string;
  words: string;
}

/**
 * Kinds of facts that are dated events. `byDocument`: undated facts take the date of their document. A rating
 * is new when it is published, but a custodian may have served for years before a document names it.
 */
const dated: Partial<Record<EvidenceKindName, { byDocument: boolean }>> = {
  incident: { byDocument: true },
  corporate_action: { byDocument: true },
  credit_rating: { byDocument: true },
  attestation: { byDocument: false },
  provider: { byDocument: false },
};

interface Known {
  asset: ResourceRow;
  tokens: readonly ResourceRow[];
  facts: readonly ResourceRow[];
}

/** The dated changes of an asset in the catalog, newest first. */
export function assetHistory({ asset, tokens, facts }: Known): HistoryEntry[] {
  const launch = textOf(asset.inception_date);
  const end = textOf(asset.ended_date);
  return [
    ...(end === null ? [] : [{ key: "end", date: end, what: "Ended", words: "No figures after this day." }]),
    ...facts.flatMap(fromFact),
    ...arrivals(tokens),
    ...(launch === null ? [] : [{ key: "launch", date: launch, what: "Launch", words: "First issued." }]),
  ].toSorted((one, other) => (one.date < other.date ? 1 : one.date > other.date ? -1 : 0));
}

function fromFact(row: ResourceRow): HistoryEntry[] {
  const kind = evidenceKindNamed(String(row.kind));
  const rule = kind && dated[kind.kind];
  if (kind === undefined || rule === undefined || row.state !== "known") return [];
  const isDated = (textOf(row.period_start) ?? textOf(row.period_end)) !== null;
  const date = textOf(isDated ? row.date : rule.byDocument ? row.stated : null);
  if (date === null) return [];
  const { about, more, summary } = factParts(row, kind);
  const said = [about, ...more.map(({ label, words }) => [label, words].filter(Boolean).join(": "))];
  const words = [said.filter(Boolean).join(" · "), summary].filter(Boolean).join(". ");
  return [{ key: `fact ${row.id}`, date, what: kind.singular, words }];
}

const firstDays = {
  catalog: { what: "New network", words: (networks: string) => `Deployed on ${networks}.` },
  first_data: { what: "New network", words: (networks: string) => `First seen on ${networks}.` },
} as const;
type Basis = keyof typeof firstDays;

/** Above this number of days, arrivals are combined by year: an asset can be on sixty networks. */
const MOST_DAYS = 4;
const MOST_NAMES = 8;
const YEAR = 4;

/**
 * The first days on networks. Days of the earliest figures are omitted, because they date the data and not
 * the asset's arrival.
 */
function arrivals(tokens: readonly ResourceRow[]): HistoryEntry[] {
  const first = firstOnNetworks(tokens);
  return (["catalog", "first_data"] as const).flatMap((basis) => {
    const all = first.filter((one) => one.basis === basis).toSorted((a, b) => (a.day < b.day ? -1 : 1));
    const shown = basis === "catalog" ? all : all.filter(({ day }) => day !== all[0]?.day);
    const isByDay = new Set(shown.map(({ day }) => day)).size <= MOST_DAYS;
    const byDate = group(shown, ({ day }) => (isByDay ? day : day.slice(0, YEAR)));
    const { what, words } = firstDays[basis];
    return [...byDate].map(([date, of]) => ({
      key: `${basis} ${date}`,
      date,
      what,
      words: words(namesOf(of.map(({ network }) => network))),
    }));
  });
}

/** The earliest token on each network. Further contracts on a network are not arrivals. */
function firstOnNetworks(tokens: readonly ResourceRow[]) {
  const first = new Map<string, { network: string; day: string; basis: Basis }>();
  for (const { appeared_date, appeared_basis, network_name } of tokens) {
    const [day, network] = [textOf(appeared_date), textOf(network_name)];
    if (day === null || network === null) continue;
    const basis: Basis = appeared_basis === "catalog" ? "catalog" : "first_data";
    const known = first.get(network);
    if (known === undefined || day < known.day) first.set(network, { network, day, basis });
  }
  return [...first.values()];
}

const list = once(() => new Intl.ListFormat("en-GB"));

function namesOf(networks: readonly string[]): string {
  const sorted = networks.toSorted();
  const left = sorted.length - MOST_NAMES;
  // One more name takes no more space than "1 other".
  return list().format(left > 1 ? [...sorted.slice(0, MOST_NAMES), `${left} others`] : sorted);
}
