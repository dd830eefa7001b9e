import { type EvidenceKindName, evidenceKindNamed, type ResourceRow } from "#domain";
import { textOf } from "../../format/textOf";
import { factParts } from "../evidence/factParts";

/** What happened to an asset on a day, or in a month or year where no more is known. */
export interface HistoryEntry {
  key: string;
  date: string;
  what: string;
  words: string;
}

/** Kinds of facts that tell of a day: what the others state may have held for years before. */
const dated: readonly EvidenceKindName[] = [
  "incident",
  "corporate_action",
  "credit_rating",
  "attestation",
  "provider",
];

interface Known {
  asset: ResourceRow;
  tokens: readonly ResourceRow[];
  facts: readonly ResourceRow[];
}

/** The changes of an asset that the catalog dates, the newest first. */
export function assetHistory({ asset, tokens, facts }: Known): HistoryEntry[] {
  const launch = textOf(asset.inception_date);
  const end = textOf(asset.ended_date);
  return [
    ...(end === null ? [] : [{ key: "end", date: end, what: "Ended", words: "No figures after this day." }]),
    ...facts.flatMap(fromFact),
    ...deployments(tokens),
    ...(launch === null ? [] : [{ key: "launch", date: launch, what: "Launch", words: "First issued." }]),
  ].toSorted((one, other) => (one.date < other.date ? 1 : one.date > other.date ? -1 : 0));
}

function fromFact(row: ResourceRow): HistoryEntry[] {
  const kind = evidenceKindNamed(String(row.kind));
  const date = dayOf(row);
  if (kind === undefined || date === null || row.state !== "known") return [];
  if (!dated.some((name) => name === kind.kind)) return [];
  const { about, more, summary } = factParts(row, kind);
  const said = [about, ...more.map(({ label, words }) => [label, words].filter(Boolean).join(" "))];
  const words = [said.filter(Boolean).join(" · "), summary].filter(Boolean).join(". ");
  return [{ key: `fact ${row.id}`, date, what: kind.singular, words }];
}

/** When it happened, or what day it is about, else when it was stated. */
const dayOf = (row: ResourceRow): string | null =>
  textOf(row.period_start) ?? textOf(row.period_end) ?? textOf(row.stated);

/** The first days on networks, those of one day together. */
function deployments(tokens: readonly ResourceRow[]): HistoryEntry[] {
  const byDay = new Map<string, Set<string>>();
  for (const { deployed_date, network_name } of tokens) {
    const day = textOf(deployed_date);
    const network = textOf(network_name);
    if (day !== null && network !== null) byDay.set(day, (byDay.get(day) ?? new Set()).add(network));
  }
  const list = new Intl.ListFormat("en-GB");
  return [...byDay].map(([date, networks]) => ({
    key: `deployed ${date}`,
    date,
    what: networks.size === 1 ? "Network added" : "Networks added",
    words: list.format([...networks].sort()),
  }));
}
