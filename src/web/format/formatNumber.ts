/**
 * Numbers as readers see them. One locale, so that a page rendered on the
 * server and in the browser is the same page. `null` is unknown and is shown as
 * a dash by the components, never as 0.
 */
import type { Unit } from "#domain";

const LOCALE = "en-US";
const MINUS = "\u2212";

const formatters = new Map<string, Intl.NumberFormat>();
function format(value: number, options: Intl.NumberFormatOptions): string {
  const key = JSON.stringify(options);
  const formatter = formatters.get(key) ?? new Intl.NumberFormat(LOCALE, options);
  formatters.set(key, formatter);
  return formatter.format(value).replace("-", MINUS);
}

const compact = { notation: "compact", minimumFractionDigits: 2, maximumFractionDigits: 2 } as const;
const plain = (digits: number) => ({ minimumFractionDigits: digits, maximumFractionDigits: digits });
const dollar = { style: "currency", currency: "USD" } as const;

/** Below this a dollar value is a price: cents, and more digits where cents say nothing. */
const PRICE_BELOW = 1_000;

function formatDollar(value: number): string {
  const size = Math.abs(value);
  if (size >= PRICE_BELOW) return format(value, { ...dollar, ...compact });
  if (size !== 0 && size < 0.01) return format(value, { ...dollar, maximumSignificantDigits: 3 });
  return format(value, { ...dollar, ...plain(size !== 0 && size < 10 ? 4 : 2) }).replace(/(\.\d\d)00$/, "$1");
}

function formatAmount(value: number): string {
  const size = Math.abs(value);
  if (size >= 1_000) return format(value, compact);
  return format(value, { maximumFractionDigits: size < 1 ? 6 : 2 });
}

/** Whole numbers in full up to a hundred thousand, then shortened. */
const formatCount = (value: number): string =>
  Math.abs(value) >= 100_000 ? format(value, compact) : format(value, { maximumFractionDigits: 0 });

/** Percent values are in percent: 4.25 is 4.25%. */
const formatPercent = (value: number): string =>
  Math.abs(value) >= 1_000 ? `${format(value, compact)}%` : `${format(value, plain(2))}%`;

const isUnit = (unit: string | null): unit is Unit =>
  unit === "dollar" ||
  unit === "token" ||
  unit === "percent" ||
  unit === "count" ||
  unit === "days" ||
  unit === "index";

/** A figure at a glance: `$1.23B`, `45,210`, `4.25%`. */
export function formatFigure(value: number, unit: Unit | string | null): string {
  switch (isUnit(unit) ? unit : null) {
    case "dollar":
      return formatDollar(value);
    case "percent":
      return formatPercent(value);
    case "count":
      return formatCount(value);
    case "days":
      return `${format(value, { maximumFractionDigits: 1 })} d`;
    case "index":
      return format(value, { maximumFractionDigits: 0 });
    default:
      return formatAmount(value);
  }
}

/** The same figure in full: `$1,234,567,890.12`, `45,210`, `4.2513%`. */
export function formatExact(value: number, unit: Unit | string | null): string {
  const digits = { maximumFractionDigits: Math.abs(value) < 1 ? 12 : 6 };
  switch (isUnit(unit) ? unit : null) {
    case "dollar":
      return format(value, { ...dollar, minimumFractionDigits: 2, ...digits });
    case "percent":
      return `${format(value, digits)}%`;
    case "token":
      return `${format(value, digits)} tokens`;
    case "days":
      return `${format(value, digits)} days`;
    default:
      return format(value, digits);
  }
}

export type Direction = "up" | "down" | "flat";

/** A change in percent, signed: `+3.21%`, `−0.40%`, `0.00%`. */
export function formatChange(percent: number): { text: string; direction: Direction } {
  const rounded = Math.round(percent * 100) / 100;
  const direction = rounded > 0 ? "up" : rounded < 0 ? "down" : "flat";
  const text = formatPercent(rounded === 0 ? 0 : rounded);
  return { text: direction === "up" ? `+${text}` : text, direction };
}

/** Digits of an exact decimal text in groups of three: amounts beyond what a number can hold. */
export function formatDecimalText(text: string): string {
  const match = /^(-?)(\d+)(\.\d+)?$/.exec(text);
  if (!match) return text;
  const [, sign = "", whole = "", fraction = ""] = match;
  return `${sign ? MINUS : ""}${whole.replace(/\B(?=(\d{3})+$)/g, ",")}${fraction}`;
}
