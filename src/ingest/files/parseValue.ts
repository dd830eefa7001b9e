import { LARGEST_PLAUSIBLE, type Metric } from "#domain";
import { type Parsed, refuse, short } from "./parsed";

/** How numbers are written in a file. */
export interface NumberFormat {
  decimal: "." | ",";
  /** Separator between groups of three digits; null where there is none, and one is then refused. */
  thousands: "," | "." | " " | "'" | "_" | null;
  /** Whether a value may end in a percent sign (`5.2 %` is 5.2). */
  percentSign: boolean;
  /** Factor that every value is multiplied by. */
  scale: number;
}

export const plainNumbers: NumberFormat = { decimal: ".", thousands: null, percentSign: false, scale: 1 };

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
const NOT_A_NUMBER = /^[+-]?(?:nan|inf|infinity|∞|#n\/a|#value!|#div\/0!)$/i;
const grouped: Record<NonNullable<NumberFormat["thousands"]>, RegExp> = {
  ",": /^[+-]?\d{1,3}(?:,\d{3})+(?![\d,])/,
  ".": /^[+-]?\d{1,3}(?:\.\d{3})+(?![\d.])/,
  " ": /^[+-]?\d{1,3}(?:[\u0020\u00a0\u202f]\d{3})+(?![\d\u0020\u00a0\u202f])/,
  "'": /^[+-]?\d{1,3}(?:['\u2019]\d{3})+(?![\d'\u2019])/,
  _: /^[+-]?\d{1,3}(?:_\d{3})+(?![\d_])/,
};
const SEPARATORS = /[,. '_\u00a0\u202f\u2019]/g;

/** The value of a cell; null where the cell is empty, which is not a mistake. */
export function parseValue(
  text: string,
  { metric, format }: { metric: Pick<Metric, "least" | "most"> & { slug: string }; format: NumberFormat },
): Parsed<number | null> {
  let written = text.trim();
  if (written === "") return { ok: true, value: null };
  if (format.percentSign && written.endsWith("%")) written = written.slice(0, -1).trimEnd();
  if (format.thousands !== null) {
    written = written.replace(grouped[format.thousands], (digits) => digits.replace(SEPARATORS, ""));
  }
  if (format.decimal === ",") {
    if (written.includes("."))
      return refuse(
        "decimal point instead of a decimal comma",
        `"${short(text)}" has a decimal point, but the decimal sign is a comma`,
      );
    written = written.replace(",", ".");
  }
  if (!NUMBER.test(written)) return whyNotANumber(text.trim());
  const value = Number(written) * format.scale;
  if (!(Math.abs(value) <= LARGEST_PLAUSIBLE)) {
    return refuse(
      "implausible value",
      `${short(text)} is implausible: larger than ${LARGEST_PLAUSIBLE} in magnitude`,
    );
  }
  const { slug, least, most } = metric;
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

function whyNotANumber(text: string): Parsed<never> {
  if (NOT_A_NUMBER.test(text)) {
    return refuse(
      "not a number",
      `${short(text)} is not a number: leave the cell empty if the value is unknown`,
    );
  }
  if (/^[+-]?\d{1,3}([,. '_\u00a0\u202f\u2019]\d{3})+([.,]\d+)?$/.test(text)) {
    return refuse(
      "undeclared thousands separators",
      `"${short(text)}" has thousands separators: declare them in the mapping ("thousands", "decimal")`,
    );
  }
  if (/^[+-]?\d+,\d+$/.test(text)) {
    return refuse(
      "undeclared decimal comma",
      `"${short(text)}" has a decimal comma: declare it in the mapping ("decimal": ",")`,
    );
  }
  if (text.endsWith("%")) {
    return refuse(
      "undeclared percent sign",
      `"${short(text)}" has a percent sign: declare it in the mapping ("percent": true)`,
    );
  }
  return refuse("not a number", `"${short(text)}" is not a number`);
}
