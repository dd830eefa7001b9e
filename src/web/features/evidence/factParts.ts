import type { ResourceRow } from "#domain/api";
import {
  type DetailName,
  type DetailValue,
  type EvidenceKind,
  evidenceKinds,
  qualifiersOf,
  statedDetails,
  type ThirdPartyKind,
  thirdPartyKinds,
} from "#domain/evidence";
import { formatDate, formatPartialDate } from "../../format/formatDate";
import { textOf } from "../../format/textOf";

/** A fact as a page shows it. */
export interface FactParts {
  /** Id of the line of evidence. */
  id: string | number;
  /** Subject of the fact. */
  about: string;
  /** Further parts, each with an optional label. */
  more: readonly { label: string | null; words: string }[];
  summary: string | null;
  /** Date of the event or of its reference period; null if only the document is dated. */
  when: string | null;
  document: string;
  address: string;
}

const detailIn =
  (row: ResourceRow) =>
  (name: DetailName): DetailValue => {
    const value = row[name];
    if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return value;
    return Array.isArray(value) ? value.map(String) : null;
  };

function period(row: ResourceRow, { isEvent }: EvidenceKind): string | null {
  const [from, to] = [textOf(row.period_start), textOf(row.period_end)];
  if (from === null) return to === null ? null : `${isEvent ? "Until" : "As of"} ${formatDate(to)}`;
  return to === null || to === from ? formatDate(from) : `${formatDate(from)} to ${formatDate(to)}`;
}

const thirdPartyWords: Readonly<Record<ThirdPartyKind, string>> = {
  source_code: "third-party source code",
  research: "third-party research",
  news: "news report",
  forum: "third-party forum post",
};

/** `The Block, news report`: a publisher, and the type of document if the publisher is a third party. */
export const publisherOf = (row: ResourceRow): string => {
  const kind = thirdPartyKinds.find((one) => one === row.third_party);
  return kind === undefined ? String(row.publisher) : `${row.publisher}, ${thirdPartyWords[kind]}`;
};

/**
 * `Circle, Independent accountants' report, May 2025`. The publisher is not repeated if the title starts with
 * it.
 */
export const documentOf = (row: ResourceRow): string => {
  const [publisher, document] = [String(row.publisher), String(row.document)];
  const kind = thirdPartyKinds.find((one) => one === row.third_party);
  return [
    ...(document.startsWith(publisher) ? [] : [publisher]),
    document,
    ...(kind === undefined || kind === "source_code" ? [] : [thirdPartyWords[kind]]),
    formatPartialDate(textOf(row.stated) ?? "undated"),
  ].join(", ");
};

/** The text of a fact, as its kind formats it. */
export function factParts(row: ResourceRow, kind: EvidenceKind): FactParts {
  const { leads, others } = statedDetails(kind, detailIn(row));
  return {
    id: row.id,
    about: leads.map(({ words }) => words).join(", "),
    more: others.map(({ label, words }) => ({ label, words })),
    summary: textOf(row.summary),
    when: period(row, kind),
    document: documentOf(row),
    address: String(row.source_url),
  };
}

/** The evidence about an asset by kind, and the unknown facts. */
export interface SortedEvidence {
  known: readonly { kind: EvidenceKind; facts: readonly ResourceRow[] }[];
  none: readonly { kind: EvidenceKind; fact: ResourceRow }[];
  /** Labels of kinds without facts or catalog providers, then of the missing parts of other kinds. */
  unknown: readonly string[];
}

/** True if a later fact supersedes a statement that there was none: an audit that was published since. */
const isOutdated = (none: ResourceRow, kind: EvidenceKind, later: readonly ResourceRow[]): boolean =>
  later.some(
    (fact) =>
      fact.kind === kind.kind &&
      qualifiersOf(kind).every((name) => (none[name] ?? null) === null || none[name] === fact[name]),
  );

/** Sorts an asset's facts, newest first, into known facts, facts known to be none, and unknown ones. */
export function sortEvidence(asset: ResourceRow, facts: readonly ResourceRow[]): SortedEvidence {
  const sorted = evidenceKinds.map((kind) => ({
    kind,
    facts: facts.filter((fact) => fact.kind === kind.kind && fact.state === "known"),
    none: facts.filter(
      (fact, index) =>
        fact.kind === kind.kind && fact.state === "none" && !isOutdated(fact, kind, facts.slice(0, index)),
    ),
  }));
  const isSilent = (one: (typeof sorted)[number]) => one.facts.length + one.none.length === 0;
  const hasProviders = Array.isArray(asset.service_provider_ids) && asset.service_provider_ids.length > 0;
  return {
    known: sorted.filter((one) => one.facts.length > 0),
    none: sorted.flatMap((one) => one.none.map((fact) => ({ kind: one.kind, fact }))),
    unknown: [
      ...sorted
        .filter((one) => isSilent(one) && !(one.kind.kind === "provider" && hasProviders))
        .map(({ kind }) => kind.label),
      ...sorted.flatMap((one) =>
        isSilent(one)
          ? []
          : one.kind.flags.flatMap(({ name, label }) => ((asset[name] ?? null) === null ? [label] : [])),
      ),
    ],
  };
}
