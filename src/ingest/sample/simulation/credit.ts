/** Pools and loans of a private-credit asset, and the credit metrics that are their sums. */
import { type Asset, regionSlugs } from "#domain/catalog";
import { collateralTypes, type LoanStatus, loanSectorCategories, wordsOfValue } from "#domain/vocabulary";
import { anchorsBySlug, eventsBySlug } from "../facts/anchors";
import {
  type CollateralType,
  type LendingFacts,
  type LoanSector,
  lendingBySlug,
  type Region,
  usualLoan,
} from "../facts/lending";
import type { AssetEvents } from "../facts/namedEvents";
import { type DayRange, dayOf, isoOf } from "../primitives/days";
import { type RandomStream, randomStream } from "../primitives/randomStream";

/** Lending of an asset without specific facts. */
const anyLending: LendingFacts = {
  sectors: loanSectorCategories,
  collateral: collateralTypes,
  regions: regionSlugs,
};

/** Stages of a loan, as days. It is created on `issued`, offered, filled, funded, then drawn. */
export interface SampleLoan {
  /** Distinguishes it from the other loans of its pool, independent of later loans. */
  key: string;
  name: string;
  sector: LoanSector;
  collateral: CollateralType;
  /** Region of its borrower; null if unknown. */
  region: Region | null;
  /** In cents. */
  principal: number;
  /** In hundredths of a percent a year. */
  rate: number;
  issued: number;
  full: number;
  funded: number;
  drawn: number;
  maturity: number;
  /** Late from `first` to `last`; null if every instalment was paid in time. */
  late: DayRange | null;
  defaulted: number | null;
  liquidated: number | null;
  /** Day on which everything is repaid, unless it defaults first. */
  ended: number;
  /** Final status: `repaid`, or `closed` if the facility was closed early. */
  endStatus: "repaid" | "closed";
  repaysMonthly: boolean;
}

export interface SamplePool {
  slug: string;
  name: string;
  collateral: CollateralType;
  /** Status of a pool with loans. */
  openStatus: "open" | "full" | "active";
  loans: readonly SampleLoan[];
}

export interface LoanState {
  status: LoanStatus;
  /** Principal drawn and not repaid, in cents. */
  outstanding: number;
}

const MONTH = 30;
const NOTICE_DAYS = 45;

/** State of a loan on a day; null before its creation. */
export function loanOn(loan: SampleLoan, day: number): LoanState | null {
  if (day < loan.issued) return null;
  if (day < loan.full) return { status: "open", outstanding: 0 };
  if (day < loan.funded) return { status: "full", outstanding: 0 };
  if (day < loan.drawn) return { status: "funded", outstanding: 0 };
  if (loan.defaulted !== null && day >= loan.defaulted) {
    return loan.liquidated !== null && day >= loan.liquidated
      ? { status: "liquidated", outstanding: 0 }
      : { status: "defaulted", outstanding: owed(loan, loan.late?.first ?? loan.defaulted) };
  }
  if (day >= loan.ended) return { status: loan.endStatus, outstanding: 0 };
  if (loan.late !== null && day >= loan.late.first && day <= loan.late.last) {
    return { status: "late", outstanding: owed(loan, loan.late.first) };
  }
  return { status: "active", outstanding: owed(loan, day) };
}

/** Principal left on a day if every instalment before was paid. */
function owed(loan: SampleLoan, day: number): number {
  if (!loan.repaysMonthly) return loan.principal;
  const instalments = Math.max(1, Math.floor((loan.maturity - loan.drawn) / MONTH));
  const paid = Math.min(instalments - 1, Math.floor((day - loan.drawn) / MONTH));
  return loan.principal - Math.floor(loan.principal / instalments) * paid;
}

/** Pools of an asset. Loans after `range.last` are left out; the others do not depend on it. */
export function simulatePools(
  asset: Asset,
  {
    range,
    seed,
    launch,
    dollarsAt,
    events,
  }: {
    range: DayRange;
    seed: number;
    launch: number;
    /** Dollar size of the asset on a day of the range (by index). */
    dollarsAt: (i: number) => number;
    events: AssetEvents;
  },
): SamplePool[] {
  const lot = randomStream(seed, "pools", asset.slug);
  const drawnCount = lot.chance(0.3) ? 2 : 1;
  const count = anchorsBySlug[asset.slug]?.pools ?? drawnCount;
  const lending = lendingBySlug[asset.slug] ?? anyLending;
  // Usual for a loan of any of its sectors.
  const usual = Math.min(...lending.sectors.map(usualLoan));
  return Array.from({ length: count }, (_, k): SamplePool => {
    const stream = randomStream(seed, "pool", asset.slug, k);
    const collateral = stream.pick(lending.collateral);
    const sector = stream.pick(lending.sectors);
    const rate = stream.between(750, 1500);
    const slots = 4 + stream.integer(7);
    const openStatus = stream.pick(["open", "open", "active", "active", "active", "full"] as const);
    const loans: SampleLoan[] = [];
    for (let slot = 0; slot < slots; slot++) {
      const loanStream = randomStream(seed, "loans", asset.slug, k, slot);
      let day = Math.max(launch, range.first - 400) + loanStream.integer(120);
      const stop = Math.min(range.last, events.windDown?.first ?? range.last);
      while (day <= stop) {
        const dollars = dollarsAt(Math.max(0, day - range.first));
        const wanted = ((dollars * 0.95) / count / slots) * loanStream.logNormal(0.45);
        const terms = { sector, collateral, rate, lending, windDown: events.windDown };
        const parts = loansFor(wanted, usual);
        const lead = drawLoan(loanStream, { ...terms, day, wanted: wanted / parts });
        const made = [{ part: 0, loan: lead }];
        for (let part = 1; part < parts; part++) {
          const own = randomStream(seed, "loan parts", asset.slug, k, slot, day, part);
          const issued = day + own.integer(60);
          if (issued > stop) continue;
          const amount = (wanted / parts) * own.logNormal(0.3);
          made.push({ part, loan: drawLoan(own, { ...terms, day: issued, wanted: amount }) });
        }
        for (const { part, loan } of made) {
          const key = `${slot}-${day}-${part}`;
          loans.push({ ...loan, key, name: loanName(loan, k, slot * 1_000 + part) });
        }
        // A lender that lost a loan pauses before it lends again.
        day = (lead.defaulted ?? lead.ended) + (lead.defaulted === null ? loanStream.integer(30) : 120);
      }
    }
    const named = k === 0 ? eventsBySlug[asset.slug]?.loanDefault : undefined;
    if (named !== undefined && dayOf(named) - 300 <= range.last) {
      loans.push(
        namedDefault(dayOf(named), {
          sector,
          collateral,
          region: lending.regions?.[0] ?? null,
          rate,
          k,
          size: dollarsAt,
          range,
        }),
      );
    }
    return {
      slug: count === 1 ? `${asset.slug}-pool` : `${asset.slug}-pool-${k + 1}`,
      name: poolName(asset.name, count === 1 ? null : k + 1),
      collateral,
      openStatus,
      loans,
    };
  });
}

/** No slot is split further. */
const MOST_PARTS = 120;
/** Smaller loans are not drawn to spread the risk. */
const SMALLEST_PART = 50_000;
/** Loans into which a slot is split if its size allows: one late loan is then a small part of the total. */
const USUAL_PARTS = 6;

/** Number of loans for an amount, none far larger than usual. */
export function loansFor(dollars: number, usual: number): number {
  const spread = Math.min(USUAL_PARTS, Math.floor(dollars / SMALLEST_PART));
  return Math.max(1, Math.min(MOST_PARTS, Math.max(spread, Math.ceil(dollars / usual))));
}

/** "Maple Credit pool 2"; the word is not repeated after a name that ends with it. */
export function poolName(assetName: string, number: number | null): string {
  const name = /\bpool$/i.test(assetName) ? assetName : `${assetName} pool`;
  return number === null ? name : `${name} ${number}`;
}

interface LoanTerms {
  day: number;
  wanted: number;
  sector: LoanSector;
  collateral: CollateralType;
  rate: number;
  lending: LendingFacts;
  windDown: DayRange | null;
}

function drawLoan(stream: RandomStream, terms: LoanTerms): Omit<SampleLoan, "key" | "name"> {
  const issued = terms.day;
  const full = issued + 3 + stream.integer(9);
  const funded = full + 1 + stream.integer(5);
  const drawn = funded + 1 + stream.integer(5);
  const term = stream.pick([180, 270, 360, 360, 540, 720] as const);
  const maturity = drawn + term;
  const ownSector = stream.pick(terms.lending.sectors);
  const ownCollateral = stream.pick(terms.lending.collateral);
  const fate = stream.uniform();
  const moment = stream.between(0.3, 0.85);
  const lateFirst = drawn + Math.floor(term * moment);
  const lateDays = 8 + stream.integer(50);
  const isLiquidated = stream.chance(0.5);
  const wait = 60 + stream.integer(300);
  const fails = fate < 0.035;
  const isLate = fate < 0.2;
  const isEarly = fate > 0.82;
  const isClosed = fate > 0.95;
  const ended = isEarly ? drawn + Math.floor(term * Math.max(0.5, moment)) : maturity;
  const defaulted = fails ? lateFirst + NOTICE_DAYS : null;
  return {
    sector: stream.chance(0.6) ? terms.sector : ownSector,
    collateral: stream.chance(0.75) ? terms.collateral : ownCollateral,
    principal: Math.max(1, Math.round(terms.wanted / 1000)) * 1000 * 100,
    rate: Math.round(terms.rate * stream.logNormal(0.12)),
    issued,
    full,
    funded,
    drawn,
    maturity,
    late: isLate
      ? { first: lateFirst, last: fails ? lateFirst + NOTICE_DAYS - 1 : lateFirst + lateDays }
      : null,
    defaulted,
    liquidated: defaulted !== null && isLiquidated ? defaulted + wait : null,
    ended: terms.windDown === null ? ended : Math.min(ended, terms.windDown.last),
    endStatus: isClosed ? "closed" : "repaid",
    repaysMonthly: stream.chance(0.45),
    region: terms.lending.regions && stream.pick(terms.lending.regions),
  };
}

/** The loan of a named event: a large one, late for 45 days and in default from the date on. */
function namedDefault(
  day: number,
  {
    sector,
    collateral,
    region,
    rate,
    k,
    size,
    range,
  }: {
    sector: LoanSector;
    collateral: CollateralType;
    region: Region | null;
    rate: number;
    k: number;
    size: (i: number) => number;
    range: DayRange;
  },
): SampleLoan {
  const issued = day - 300;
  const loan = {
    sector,
    collateral,
    region,
    principal: Math.max(1, Math.round((size(Math.max(0, issued - range.first)) * 0.12) / 1000)) * 100_000,
    rate: Math.round(rate),
    issued,
    full: issued + 6,
    funded: issued + 9,
    drawn: issued + 12,
    maturity: issued + 12 + 540,
    late: { first: day - NOTICE_DAYS, last: day - 1 },
    defaulted: day,
    liquidated: null,
    ended: issued + 12 + 540,
    endStatus: "repaid",
    repaysMonthly: false,
  } as const;
  return { ...loan, key: "named", name: loanName(loan, k, 99_999) };
}

const loanName = (
  { sector, issued }: Pick<SampleLoan, "sector" | "issued">,
  pool: number,
  n: number,
): string => {
  const number = `${isoOf(issued).slice(0, 7)}-${pool + 1}${String(n + 1).padStart(5, "0")}`;
  if (sector === "mortgages") return `Mortgage portfolio ${number}`;
  return `${sector === "none" ? "General" : wordsOfValue(sector)} loan ${number}`;
};

/** Sums over loans on a day; amounts in cents. */
export interface CreditTotals {
  outstanding: number;
  issued: number;
  defaulted: number;
  /** Part of `outstanding` with an overdue instalment. */
  late: number;
  activeLoans: number;
  /** Σ rate × outstanding, in hundredths of a percent × cents. */
  weightedRate: number;
}

export function creditTotalsOn(loans: readonly SampleLoan[], day: number): CreditTotals {
  const totals: CreditTotals = {
    outstanding: 0,
    issued: 0,
    defaulted: 0,
    late: 0,
    activeLoans: 0,
    weightedRate: 0,
  };
  for (const loan of loans) {
    const state = loanOn(loan, day);
    if (state === null) continue;
    totals.issued += loan.principal;
    if (state.status === "active" || state.status === "late") {
      totals.outstanding += state.outstanding;
      if (state.status === "late") totals.late += state.outstanding;
      totals.weightedRate += loan.rate * state.outstanding;
      totals.activeLoans++;
    } else if (state.status === "defaulted") totals.defaulted += state.outstanding;
  }
  return totals;
}

/** Average rate in percent; null while nothing is outstanding. */
export const averageRate = ({ weightedRate, outstanding }: CreditTotals): number | null =>
  outstanding === 0 ? null : Math.round((weightedRate / outstanding) * 100) / 1e4;
