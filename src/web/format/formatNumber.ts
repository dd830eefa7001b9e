/**
 * Formatting of numbers for readers. In one locale, so that server and browser render the same page. `null`
 * is unknown and is shown as a dash by the components, never as 0.
 */
import { type FigureFormat, formatOfUnit, type Unit } from "#domain/metrics";

const LOCALE = "en-US";
const MINUS = "\u2212";

/** Number of decimals, prefix and suffix. */
interface Digits {
  isMoney: boolean;
  isCompact: boolean;
  least: number;
  most: number;
}

/** Cached: a page has thousands of figures, and creating a formatter costs as much as a hundred of them. */
const formatters: Intl.NumberFormat[] = [];
const DECIMALS = 100;

function format(value: number, { isMoney, isCompact, least, most }: Digits): string {
  const shape = (isMoney ? 2 : 0) + (isCompact ? 1 : 0);
  const at = (shape * DECIMALS + least) * DECIMALS + most;
  formatters[at] ??= new Intl.NumberFormat(LOCALE, {
    ...(isMoney && { style: "currency", currency: "USD" }),
    notation: isCompact ? "compact" : "standard",
    minimumFractionDigits: least,
    maximumFractionDigits: most,
  });
  const text = formatters[at].format(value);
  return text.startsWith("-") ? MINUS + text.slice(1) : text;
}

const plainFormat: FigureFormat = { notation: "compact", decimals: 2 };

/** Suffixes by unit. */
const endings: Readonly<Record<string, string>> = { percent: "%", points: " pp", days: " d" };
const after = (unit: string | null): string => endings[unit ?? ""] ?? "";

/**
 * A number with a fixed number of decimals. Positive values that would round to zero are `<$0.01`; negative
 * ones are zero without a sign.
 */
function formatDigits(
  value: number,
  unit: string | null,
  { notation, decimals }: { notation: "compact" | "standard"; decimals: number },
): string {
  const options = {
    isMoney: unit === "dollar",
    isCompact: notation === "compact",
    least: decimals,
    most: decimals,
  };
  const least = 10 ** -decimals;
  const isTiny = Math.abs(value) < least / 2;
  if (isTiny && value > 0) return `<${format(least, options)}${after(unit)}`;
  return `${format(isTiny ? 0 : value, options)}${after(unit)}`;
}

/**
 * A rounded figure: `$1.23B`, `45,210`, `4.25%`. `figureFormat` is that of its metric or column. Default: the
 * format of the unit.
 */
export function formatFigure(
  value: number,
  unit: Unit | string | null,
  figureFormat: FigureFormat | null = formatOfUnit(unit),
): string {
  const { notation, decimals } = figureFormat ?? plainFormat;
  if (unit === "days" && Math.abs(value) >= LONG_DAYS) {
    const years = { isMoney: false, isCompact: false, least: 1, most: 1 };
    return `${format(value / DAYS_PER_YEAR, years)} years`;
  }
  if (unit === "percent" && Number(Math.abs(value).toFixed(decimals)) >= LONG_PERCENT)
    return formatDigits(value, unit, { notation: "standard", decimals: 0 });
  return formatDigits(value, unit, {
    notation: notation === "compact" ? "compact" : "standard",
    decimals,
  });
}

/** Days from which a figure is shown in years. */
const LONG_DAYS = 730;
const DAYS_PER_YEAR = 365.25;

/** Percentages from here on are integers: `+16.68K%` is unusual, and hundredths are not significant. */
const LONG_PERCENT = 1_000;
/** Larger changes only show that the earlier value was close to zero. */
const MOST_CHANGE = 999_999;

/** The same with every digit before the point: `$1,234,567,890.12`. For tooltips and tables of figures. */
export const formatFull = (
  value: number,
  unit: Unit | string | null,
  figureFormat: FigureFormat | null = formatOfUnit(unit),
): string =>
  formatDigits(value, unit, { notation: "standard", decimals: (figureFormat ?? plainFormat).decimals });

/** A share in percent: `12.34%`, `<0.01%`. The same everywhere a share is shown. */
export const formatShare = (percent: number): string =>
  formatDigits(percent, "percent", { notation: "standard", decimals: 2 });

/** The same figure exactly: `$1,234,567,890.12`, `45,210`, `4.2513%`. */
export function formatExact(value: number, unit: Unit | string | null): string {
  const isMoney = unit === "dollar";
  const digits = { isMoney, isCompact: false, least: isMoney ? 2 : 0, most: Math.abs(value) < 1 ? 12 : 6 };
  const text = format(value, digits);
  switch (unit) {
    case "percent":
      return `${text}%`;
    case "points":
      return `${text} pp`;
    case "token":
      return `${text} tokens`;
    case "days":
      return `${text} days`;
    default:
      return text;
  }
}

export type Direction = "up" | "down" | "flat";

/** A change in percent, signed: `+3.21%`, `−0.40%`, `0.00%`, `+16,680%`, `>+999,999%`. */
export function formatChange(percent: number): { text: string; direction: Direction } {
  // Rounded once, by the formatter: the rounded value determines the direction.
  const isBeyond = Math.abs(percent) > MOST_CHANGE;
  const size = formatFigure(Math.min(Math.abs(percent), MOST_CHANGE), "percent");
  if (size.startsWith("<") || !/[1-9]/.test(size)) {
    return { text: formatFigure(0, "percent"), direction: "flat" };
  }
  return percent > 0
    ? { text: `${isBeyond ? ">" : ""}+${size}`, direction: "up" }
    : { text: `${isBeyond ? "<" : ""}${MINUS}${size}`, direction: "down" };
}

/** A change of a rate in percentage points, signed: `+0.25 pp`. */
export function formatPoints(points: number): ReturnType<typeof formatChange> {
  const { text, direction } = formatChange(points);
  return { text: text.replace("%", " pp"), direction };
}

/** Groups the digits of an exact decimal text, which can exceed the precision of a double. */
export function formatDecimalText(text: string): string {
  const match = /^(-?)(\d+)(\.\d+)?$/.exec(text);
  if (!match) return text;
  const [, sign = "", whole = "", fraction = ""] = match;
  return `${sign ? MINUS : ""}${whole.replace(/\B(?=(\d{3})+$)/g, ",")}${fraction}`;
}
