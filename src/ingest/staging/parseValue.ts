import { LARGEST_PLAUSIBLE, type Metric } from "#domain/metrics";
import { type Parsed, refuse, short } from "./parsed";

/** How numbers are written in a file. */
export interface NumberFormat {
  decimal: "." | ",";
  /** Separator between groups of three digits; null for none, and any is then rejected. */
  thousands: "," | "." | " " | "'" | "_" | null;
  /** Whether a value may end in a percent sign (`5.2 %` is 5.2). */
  percentSign: boolean;
  /** Sign or code before or after a value (`-$5`, `5 EUR`); null for none. */
  currency: string | null;
  /** Whether a value may end in a magnitude (`1.5M` is 1,500,000). */
  magnitudes: boolean;
  /** Cells that mean no value. */
  missing: readonly string[];
  /** Factor that every value is multiplied by. */
  scale: number;
}

export const plainNumbers: NumberFormat = {
  decimal: ".",
  thousands: null,
  percentSign: false,
  currency: null,
  magnitudes: false,
  missing: [],
  scale: 1,
};

/** A number as `Number` reads it. */
export const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
const NOT_A_NUMBER =
  /^(?:[+-]?(?:nan|inf|infinity|∞)|#n\/a|#value!|#div\/0!|n\/?[ad]|n\.[ad]\.|null|none|nil|\.+|[-–—]+)$/i;
const grouped: Record<NonNullable<NumberFormat["thousands"]>, RegExp> = {
  ",": /^[+-]?\d{1,3}(?:,\d{3})+(?![\d,])/,
  ".": /^[+-]?\d{1,3}(?:\.\d{3})+(?![\d.])/,
  " ": /^[+-]?\d{1,3}(?:[\u0020\u00a0\u202f]\d{3})+(?![\d\u0020\u00a0\u202f])/,
  "'": /^[+-]?\d{1,3}(?:['\u2019]\d{3})+(?![\d'\u2019])/,
  _: /^[+-]?\d{1,3}(?:_\d{3})+(?![\d_])/,
};
/** Points that cannot be decimal points: several of them, or one before a decimal comma. */
const POINT_THOUSANDS = /^[+-]?\d{1,3}(?:(?:\.\d{3}){2,}(?:,\d+)?|\.\d{3},\d+)$/;
const SEPARATORS = /[,. '_\u00a0\u202f\u2019]/g;

/** The value of a cell; null where the cell is empty, which is not a mistake. */
export function parseValue(
  text: string,
  {
    metric,
    format,
  }: { metric: Pick<Metric, "least" | "most" | "isWhole"> & { slug: string }; format: NumberFormat },
): Parsed<number | null> {
  const cell = text.trim();
  if (cell === "" || format.missing.includes(cell)) return { ok: true, value: null };
  const { number, exponent } = withoutUnits(cell, format);
  let written = number;
  if (format.thousands !== null) {
    written = written.replace(grouped[format.thousands], (digits) => digits.replace(SEPARATORS, ""));
  }
  if (format.decimal === ",") {
    if (POINT_THOUSANDS.test(written)) return whyNotANumber(cell, number);
    if (written.includes("."))
      return refuse(
        "decimal point instead of a decimal comma",
        `"${short(text)}" has a decimal point, but the decimal sign is a comma`,
      );
    written = written.replace(",", ".");
  }
  // As text: a product of doubles may differ from the written number in its last digit.
  if (exponent !== 0) written = `${written}e${exponent}`;
  if (!NUMBER.test(written)) return whyNotANumber(cell, number);
  const value = Number(written) * format.scale;
  if (!(Math.abs(value) <= LARGEST_PLAUSIBLE)) {
    return refuse(
      "implausible value",
      `${short(text)} is implausible: larger than ${LARGEST_PLAUSIBLE} in magnitude`,
    );
  }
  const { slug, least, most, isWhole } = metric;
  if (isWhole && !Number.isInteger(value)) {
    return refuse("not a whole number", `${short(text)} is not a whole number; ${slug} is a count`);
  }
  if (least !== null && value < least) {
    return refuse(
      least === 0 ? "negative value" : `value below ${least}`,
      least === 0
        ? `${short(text)} is negative; ${slug} cannot be`
        : `${short(text)} is below ${least}, the minimum of ${slug}`,
    );
  }
  if (most !== null && value > most) {
    return refuse(`value above ${most}`, `${short(text)} is above ${most}, the maximum of ${slug}`);
  }
  // −0 is 0: the two would otherwise count as different values.
  return { ok: true, value: value === 0 ? 0 : value };
}

/** Powers of ten. */
const magnitudes: Readonly<Record<string, number>> = {
  k: 3,
  m: 6,
  mn: 6,
  b: 9,
  bn: 9,
  t: 12,
  tn: 12,
};
const MAGNITUDE = /^(.*\d\.?)\s?(k|mn?|bn?|tn?)$/i;
const CURRENCY = /^([+-]?)\s*(\p{Sc}|[A-Z]{3}(?=[\s\d]))|(\p{Sc}|(?<=[\s\d])[A-Z]{3})$/u;

/** A cell without its declared percent sign, currency and magnitude, and the power of ten of the magnitude. */
function withoutUnits(cell: string, format: NumberFormat): { number: string; exponent: number } {
  let number = cell;
  if (format.percentSign && number.endsWith("%")) number = number.slice(0, -1).trimEnd();
  if (format.currency !== null) number = withoutCurrency(number, format.currency);
  const [, digits, suffix] = format.magnitudes ? (MAGNITUDE.exec(number) ?? []) : [];
  return digits === undefined || suffix === undefined
    ? { number, exponent: 0 }
    : { number: digits, exponent: magnitudes[suffix.toLowerCase()] ?? 0 };
}

function withoutCurrency(text: string, currency: string): string {
  const sign = /^[+-]/.exec(text)?.[0] ?? "";
  const unsigned = text.slice(sign.length).trimStart();
  if (unsigned.startsWith(currency)) {
    const rest = unsigned.slice(currency.length).trimStart();
    return sign === "" ? rest : `${sign}${rest}`;
  }
  return text.endsWith(currency) ? text.slice(0, -currency.length).trimEnd() : text;
}

/** @param number the cell without its declared units */
function whyNotANumber(cell: string, number: string): Parsed<never> {
  if (NOT_A_NUMBER.test(cell)) {
    return refuse(
      "not a number",
      `${short(cell)} is not a number: leave the cell empty if the value is unknown, or declare the mark in the mapping ("missing")`,
    );
  }
  const undeclared = (kind: string, what: string, declaration: string) =>
    refuse(`undeclared ${kind}`, `"${short(cell)}" has ${what}: declare ${declaration}`);
  const currency = CURRENCY.exec(number);
  if (currency !== null && /\d/.test(number)) {
    const sign = currency[2] ?? currency[3] ?? "";
    return undeclared("currency", "a currency", `it in the mapping ("currency": "${sign}")`);
  }
  if (number.endsWith("%")) {
    return undeclared("percent sign", "a percent sign", 'it in the mapping ("percent": true)');
  }
  if (/^[+-]?\d{1,3}([,. '_\u00a0\u202f\u2019]\d{3})+([.,]\d+)?$/.test(number)) {
    return undeclared(
      "thousands separators",
      "thousands separators",
      'them in the mapping ("thousands", "decimal")',
    );
  }
  if (/^[+-]?\d+,\d+$/.test(number)) {
    return undeclared("decimal comma", "a decimal comma", 'it in the mapping ("decimal": ",")');
  }
  if (MAGNITUDE.test(number)) {
    return undeclared("magnitude", "a magnitude", 'it in the mapping ("magnitudes": true)');
  }
  return refuse("not a number", `"${short(cell)}" is not a number`);
}
