/** How the dates and numbers of a column are written, found with the parsers that imports use. */
import type { DateFormat } from "#domain/files";
import { metricOfSlug } from "#domain/metrics";
import { parseDate } from "../staging/parseDate";
import { type NumberFormat, parseValue, plainNumbers } from "../staging/parseValue";

/** In a column of numbers, one cell in so many may be something else. */
const MOST_NUMBERS = 10;

/** Formats in the order in which they are tried: numbers are read as days before they are read as seconds. */
const candidates: readonly DateFormat[] = [
  "iso",
  "DD.MM.YYYY",
  "DD/MM/YYYY",
  "MM/DD/YYYY",
  "YYYY-Qn",
  "YYYYMMDD",
  "YYYY-MM",
  "unix_seconds",
  "unix_milliseconds",
];
/** A Unix time before it is more likely a count. */
const FIRST_UNIX_DAY = "2009-01-01";

const filled = (cells: readonly string[]) => cells.map((cell) => cell.trim()).filter((cell) => cell !== "");

/** Errors for dates in a valid format that cannot be imported. */
const invalidDays = ["not a calendar date", "date in the future"];

/**
 * The formats in which every cell is a date; if there is none, those in which some are and the others have
 * the same form, such as 30 February. None if there are no cells; two if the order of days and months is
 * ambiguous.
 */
export function dateFormatsOf(cells: readonly string[], today: string): DateFormat[] {
  const texts = [...new Set(filled(cells))];
  if (texts.length === 0) return [];
  const dateOf = (text: string, format: DateFormat) => {
    const date = parseDate(text, { format, today });
    const isCount = date.ok && format.startsWith("unix") && date.value < FIRST_UNIX_DAY;
    return { isDate: date.ok && !isCount, isInvalidDay: !date.ok && invalidDays.includes(date.kind) };
  };
  const fitting = (isFit: (format: DateFormat) => boolean): DateFormat[] => {
    const found = candidates.filter(isFit);
    const [first] = found;
    if (first === undefined) return [];
    return first === "DD/MM/YYYY" ? found.filter((format) => format.endsWith("/YYYY")) : [first];
  };
  const exact = fitting((format) => texts.every((text) => dateOf(text, format).isDate));
  if (exact.length > 0) return exact;
  return fitting((format) => {
    if (format.startsWith("unix")) return false;
    const found = texts.map((text) => dateOf(text, format));
    return (
      found.some(({ isDate }) => isDate) && found.every(({ isDate, isInvalidDay }) => isDate || isInvalidDay)
    );
  });
}

/** A count without bounds, so that only the way of writing is checked. */
const anyNumber = { ...metricOfSlug("price_dollar"), least: null, most: null, isWhole: false };

type NumberSettings = Partial<
  Pick<NumberFormat, "decimal" | "currency" | "magnitudes" | "missing"> & {
    percent: boolean;
    thousands: string;
  }
>;

/**
 * The declarations that the cells of a column need, as a mapping has them.
 * @returns null if cells are not numbers, but for a few, or there are none
 */
export function numberSettingsOf(cells: readonly string[]): NumberSettings | null {
  let format: NumberFormat = { ...plainNumbers };
  const marks = new Set<string>();
  let numbers = 0;
  let others = 0;
  for (const cell of filled(cells)) {
    // Each round adds one of five declarations.
    for (let round = 0; round < 6; round += 1) {
      const parsed = parseValue(cell, { metric: anyNumber, format });
      if (parsed.ok) {
        if (parsed.value !== null) numbers += 1;
        break;
      }
      const declared = declarationFor(cell, parsed, format);
      if (declared === null) {
        others += 1;
        break;
      }
      if (declared.missing !== undefined) marks.add(cell);
      format = { ...format, ...declared };
    }
  }
  if (numbers === 0 || others * MOST_NUMBERS > numbers) return null;
  return {
    ...(format.decimal !== "." && { decimal: format.decimal }),
    ...(format.thousands !== null && { thousands: format.thousands }),
    ...(format.percentSign && { percent: true }),
    ...(format.currency !== null && { currency: format.currency }),
    ...(format.magnitudes && { magnitudes: true }),
    ...(marks.size > 0 && { missing: [...marks] }),
  };
}

/** The declaration with which a rejected cell would be valid; null if none helps. */
function declarationFor(
  cell: string,
  { kind, reason }: { kind: string; reason: string },
  format: NumberFormat,
): Partial<NumberFormat> | null {
  switch (kind) {
    case "undeclared currency": {
      const [, currency] = /"currency": "([^"]+)"/.exec(reason) ?? [];
      return currency === undefined || format.currency !== null ? null : { currency };
    }
    case "undeclared percent sign":
      return { percentSign: true };
    case "undeclared magnitude":
      return { magnitudes: true };
    case "undeclared decimal comma":
      return format.thousands === "," ? null : { decimal: "," };
    case "undeclared thousands separators": {
      const [, separator = "", rest = ""] =
        /\d([,. '_\u00a0\u202f\u2019])\d{3}(?:[^\d]\d{3})*(.*)$/.exec(cell) ?? [];
      const thousands = /[\u00a0\u202f]/.test(separator) ? " " : separator === "\u2019" ? "'" : separator;
      if (!isThousands(thousands)) return null;
      const decimal = thousands === "." || rest.startsWith(",") ? "," : ".";
      return { thousands, decimal };
    }
    case "not a number":
      return /declare the mark/.test(reason) ? { missing: [...format.missing, cell] } : null;
    default:
      return null;
  }
}

const isThousands = (sign: string): sign is NonNullable<NumberFormat["thousands"]> => /^[,. '_]$/.test(sign);
