/** The labels of addresses that concern a token: on each day one for an address. */
import { createHash } from "node:crypto";
import type { AddressRow, Token } from "#domain/catalog";
import type { CatalogIndex } from "#domain/resources";
import { inactiveKinds } from "#domain/vocabulary";
import { hexAddress } from "./ledgerNetworks";

/** What a label says of the balance of an address from one day to another, both included. */
export interface LabelledPeriod {
  /** Twenty bytes as a number. */
  holder: bigint;
  /** `YYYY-MM-DD`. */
  from: string;
  to: string;
  /** Does not circulate. */
  isExcluded: boolean;
  /** Locked to back bridged units. */
  isLocked: boolean;
  /** Of an issuer, custodian or treasury. */
  isInactive: boolean;
  /** Slug of the protocol that a pool belongs to; empty for other addresses. */
  protocol: string;
}

export interface TokenLabels {
  periods: readonly LabelledPeriod[];
  /** Equal for equal labels; empty for none. */
  fingerprint: string;
  /**
   * Whether its asset has an escrow of its own, so that net supply is known: total supply less the balances of escrows.
   * Escrows of all assets do not suffice, since those of an asset can be elsewhere.
   */
  hasNetSupply: boolean;
}

export const NO_LABELS: TokenLabels = { periods: [], fingerprint: "", hasNetSupply: false };

/** Bounds of days that tables can hold. */
const FIRST = "1970-01-01";
const LAST = "2149-06-05";
const DAY = 86_400_000;

/** The labels of each token of a catalog. */
export function tokenLabels({ addresses, networkBySlug }: CatalogIndex): (token: Token) => TokenLabels {
  const slugOf = (network: string) => networkBySlug.get(network)?.slug ?? network;
  const byNetwork = groupBy(
    addresses.flatMap((row) => {
      const network = networkBySlug.get(row.network);
      const address = network === undefined ? null : hexAddress(network, row.address);
      return address === null ? [] : [{ ...row, address }];
    }),
    ({ network }) => slugOf(network),
  );
  const withEscrow = new Set(
    addresses.flatMap(({ kind, asset }) => (kind === "escrow" ? (asset ?? []) : [])),
  );
  return (token) => {
    const rows = (byNetwork.get(slugOf(token.network)) ?? []).filter(
      ({ asset }) => asset === null || asset === token.asset,
    );
    const periods = [...groupBy(rows, ({ address }) => address).values()].flatMap(periodsOf);
    const hasNetSupply = withEscrow.has(token.asset) && !token.is_bridged;
    if (periods.length === 0 && !hasNetSupply) return NO_LABELS;
    const lines = periods.map(({ holder, ...period }) =>
      JSON.stringify({ ...period, holder: String(holder) }),
    );
    const text = [...lines.sort(), String(hasNetSupply)].join("\n");
    return { periods, fingerprint: createHash("sha256").update(text).digest("hex"), hasNetSupply };
  };
}

function groupBy(rows: readonly AddressRow[], keyOf: (row: AddressRow) => string): Map<string, AddressRow[]> {
  const groups = new Map<string, AddressRow[]>();
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row]);
  return groups;
}

const dayBeside = (day: string, days: number) =>
  new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10);

/** Periods of one address: labels of the asset, and between them those of all assets. */
function periodsOf(rows: readonly AddressRow[]): LabelledPeriod[] {
  const bounds = (row: AddressRow) => ({ row, from: row.from_date ?? FIRST, to: row.to_date ?? LAST });
  const own = rows.filter(({ asset }) => asset !== null).map(bounds);
  const general = rows.filter(({ asset }) => asset === null).map(bounds);
  const between = general.flatMap((label) => {
    let rest = [label];
    for (const { from, to } of own) {
      rest = rest.flatMap((part) => {
        if (to < part.from || from > part.to) return [part];
        return [
          ...(from > part.from ? [{ ...part, to: dayBeside(from, -1) }] : []),
          ...(to < part.to ? [{ ...part, from: dayBeside(to, 1) }] : []),
        ];
      });
    }
    return rest;
  });
  return [...own, ...between].map(({ row, from, to }) => ({
    holder: BigInt(row.address),
    from: from < FIRST ? FIRST : from,
    to: to > LAST ? LAST : to,
    isExcluded: row.excludes_circulating,
    isLocked: row.kind === "escrow",
    isInactive: inactiveKinds.includes(row.kind),
    protocol: row.kind === "pool" ? (row.owner ?? "") : "",
  }));
}
