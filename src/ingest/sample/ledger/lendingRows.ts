/** Pools and loans as rows, where they stand on the last day. */
import type { CatalogIndex } from "#domain/resources";
import type { LoanStatus } from "#domain/vocabulary";
import { type LedgerRow, reference } from "../../ledger/ledgerRow";
import { isoOf } from "../primitives/days";
import { averageRate, creditTotalsOn, loanOn, type SamplePool } from "../simulation/credit";
import type { SimulatedAsset } from "../simulation/simulate";

export interface LendingRows {
  pools: LedgerRow[];
  loans: LedgerRow[];
}

export function lendingRows(
  { asset, pools, range, life }: SimulatedAsset,
  { catalog, newId }: { catalog: CatalogIndex; newId: (...key: (string | number)[]) => number },
): LendingRows {
  const home = life.tokens[0]?.token;
  const shared: LedgerRow = {
    ...reference("asset", asset),
    ...reference("platform", catalog.partyOf("platform", asset)),
    ...reference("network", home ? catalog.networkBySlug.get(home.network) : null),
    is_sample: true,
  };
  const rows: LendingRows = { pools: [], loans: [] };
  for (const pool of pools) {
    if (!pool.loans.some((loan) => loan.issued <= range.last)) continue;
    const totals = creditTotalsOn(pool.loans, range.last);
    const id = newId("pool", pool.slug);
    rows.pools.push({
      ...shared,
      id,
      slug: pool.slug,
      name: pool.name,
      status: poolStatus(pool, range.last),
      collateral_type: pool.collateral,
      outstanding_capital_dollar: totals.outstanding / 100,
      cumulative_issued_amount_dollar: totals.issued / 100,
      defaulted_loans_amount_dollar: totals.defaulted / 100,
      average_interest_rate_percent: averageRate(totals),
      active_loans_count: totals.activeLoans,
    });
    for (const loan of pool.loans) {
      const state = loanOn(loan, range.last);
      if (state === null) continue;
      rows.loans.push({
        ...shared,
        id: newId("loan", pool.slug, loan.key),
        name: loan.name,
        ...reference("pool", { id, slug: pool.slug, name: pool.name }),
        status: state.status,
        sector: loan.sector,
        collateral_type: loan.collateral,
        region: loan.region,
        principal_dollar: loan.principal / 100,
        outstanding_dollar: state.outstanding / 100,
        interest_rate_percent: loan.rate / 100,
        issued_date: isoOf(loan.issued),
        maturity_date: isoOf(loan.maturity),
      });
    }
  }
  return rows;
}

/** A pool is closed if all of its loans have ended. */
function poolStatus({ loans, openStatus }: SamplePool, day: number): LoanStatus {
  const isOver = loans.every((loan) => {
    const status = loanOn(loan, day)?.status;
    return status === "repaid" || status === "closed" || status === "liquidated" || status === undefined;
  });
  return isOver ? "closed" : openStatus;
}
