/** Average maturity, in days, of funds whose name or rules state their holdings, by asset slug. */

export type MaturityDays = readonly [low: number, high: number];

const YEAR = 365;
const years = (low: number, high: number): MaturityDays => [low * YEAR, high * YEAR];

/** Money market funds hold paper of an average of 60 days at most (SEC rule 2a-7, Regulation (EU) 2017/1131). */
const moneyMarket: MaturityDays = [20, 55];
const repo: MaturityDays = [1, 4];
const billsToThreeMonths: MaturityDays = [35, 55];
const ultraShort: MaturityDays = [150, 330];
const oneToThreeYears = years(1.75, 2);

export const maturityBySlug: Readonly<Record<string, MaturityDays>> = {
  // US Treasuries
  buidl: moneyMarket,
  benji: moneyMarket,
  ibenji: moneyMarket,
  vbill: moneyMarket,
  mony: moneyMarket,
  jltxx: moneyMarket,
  fdit: moneyMarket,
  filq: moneyMarket,
  cumiu: moneyMarket,
  belif: moneyMarket,
  cashx: moneyMarket,
  ustbl: moneyMarket,
  wtgxx: moneyMarket,
  bliquid: moneyMarket,
  bstbl: moneyMarket,
  usyc: repo,
  dlr: repo,
  bzpr1: billsToThreeMonths,
  "sgov-robinhood": billsToThreeMonths,
  bib01: [120, 165],
  bibta: oneToThreeYears,
  "shy-robinhood": oneToThreeYears,
  wtsyx: oneToThreeYears,
  // Notes with a floating rate are issued for two years.
  flttx: years(0.9, 1.1),
  wttsx: years(4.3, 4.8),
  tipsx: years(6.5, 7.5),
  wtstx: years(8.2, 8.7),
  wtlgx: years(21, 24),
  // Government bonds
  eutbl: moneyMarket,
  uktbl: moneyMarket,
  bc3m: [60, 110],
  cetes: [60, 200],
  // Corporate bonds
  bernx: ultraShort,
  berna: ultraShort,
  bhigh: years(2.8, 3.6),
};
