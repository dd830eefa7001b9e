/** The latest attestation of an asset's reserves, and when the next one is due by its stated frequency. */
import { DAY_MS, isoDay } from "../days/days";
import type { Evidence } from "./evidence";

/** Time between two reports: months keep the day of the month, or the last day of it. */
interface Period {
  unit: "day" | "month";
  count: number;
}

/** Days after the end of a period within which its report is published. */
interface Schedule {
  period: Period;
  graceDays: number;
}

/**
 * Periods by `report_frequency`. The grace covers customary publication times: of the reports in the shipped catalog, monthly
 * ones appear up to 36 days (GUSD, August 2026) and quarterly ones up to 31 days (USDT, June 2026) after the period.
 * Continuous attestations have no periods, so none is overdue.
 */
const schedules: Readonly<Record<string, Schedule>> = {
  daily: { period: { unit: "day", count: 1 }, graceDays: 7 },
  weekly: { period: { unit: "day", count: 7 }, graceDays: 14 },
  monthly: { period: { unit: "month", count: 1 }, graceDays: 45 },
  quarterly: { period: { unit: "month", count: 3 }, graceDays: 60 },
  semiannual: { period: { unit: "month", count: 6 }, graceDays: 90 },
  annual: { period: { unit: "month", count: 12 }, graceDays: 180 },
};

const addDays = (day: string, count: number): string => isoDay(Date.parse(day) + count * DAY_MS);

/** A day some months later; the last day of a month leads to the last day of the other. */
function addMonths(day: string, count: number): string {
  const [year = 0, month = 0, ofMonth = 0] = day.split("-").map(Number);
  const lastDay = (monthIndex: number) => new Date(Date.UTC(year, monthIndex + 1, 0)).getUTCDate();
  const target = month - 1 + count;
  const isLast = ofMonth === lastDay(month - 1);
  return isoDay(Date.UTC(year, target, isLast ? lastDay(target) : Math.min(ofMonth, lastDay(target))));
}

/**
 * Last day on which the report that follows is not overdue: the end of the next period and its grace.
 *
 * @param reported last day that the latest report covers, `YYYY-MM-DD`
 * @param frequency a `report_frequency`
 * @returns null where no frequency with periods is stated
 */
export function attestationDueDate(reported: string, frequency: string | null): string | null {
  const schedule = frequency === null ? undefined : schedules[frequency];
  if (schedule === undefined) return null;
  const { period, graceDays } = schedule;
  const end = period.unit === "day" ? addDays(reported, period.count) : addMonths(reported, period.count);
  return addDays(end, graceDays);
}

/**
 * Whether a report is overdue. In SQL, `attestation_due_date < today` is the same rule.
 *
 * @param today day in UTC, `YYYY-MM-DD`
 */
export const isAttestationOverdue = (dueDate: string | null, today: string): boolean | null =>
  dueDate === null ? null : today > dueDate;

/** The latest attestation of an asset's reserves. Audits of accounts are not part of it. */
export interface LatestAttestation {
  /** Last day that the latest report covers; null where the catalog has no report of a stated day. */
  date: string | null;
  attestor: string | null;
  frequency: string | null;
  /** Reserves to supply in that report, percent. */
  ratio: number | null;
  dueDate: string | null;
}

const text = (value: unknown): string | null => (typeof value === "string" ? value : null);

/**
 * A fact with the end of its period is a report; one without describes the practice, and its date is not that
 * of a report.
 *
 * @param facts of the asset, the oldest first
 * @returns null if no attestation is known, or the newest fact states that there is none
 */
export function latestAttestationOf(facts: readonly Evidence[]): LatestAttestation | null {
  const about = facts.filter(({ kind, engagement }) => kind === "attestation" && engagement !== "audit");
  const latest = about.at(-1);
  if (latest === undefined || latest.state === "none") return null;
  const known = about.filter(({ state }) => state === "known");
  const report = known.findLast(({ period_end }) => period_end !== null);
  const ofReport = (name: "attestor" | "report_frequency"): string | null =>
    text(report?.[name]) ?? text(known.findLast((fact) => fact[name] !== null)?.[name]);
  const date = report?.period_end ?? null;
  const frequency = ofReport("report_frequency");
  const ratio = report?.reserves_to_supply_percent;
  return {
    date,
    attestor: report === undefined ? ofReport("attestor") : text(report.attestor),
    frequency,
    ratio: typeof ratio === "number" ? ratio : null,
    dueDate: date === null ? null : attestationDueDate(date, frequency),
  };
}
