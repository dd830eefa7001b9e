/** How the dates and numbers of a column are written, found with the parsers that imports use. */
import { metricOfSlug } from "#domain";
import { type DateFormat, parseDate } from "./parseDate";
import { type NumberFormat, parseValue, plainNumbers } from "./parseValue";

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

/** The formats in which every cell is a date; none if there are no cells. Two if the order of days and months is open. */
export function dateFormatsOf(cells: readonly string[], today: string): DateFormat[] {
  const texts = [...new Set(filled(cells))];
  if (texts.length === 0) return [];
  const found = candidates.filter((format) =>
    texts.every((text) => {
      const date = parseDate(text, { format, today });
      return date.ok && (!format.startsWith("unix") || date.value >= FIRST_UNIX_DAY);
    }),
  );
  const [first] = found;
  if (first === undefined) return [];
  return first === "DD/MM/YYYY" ? found.filter((format) => format.endsWith("/YYYY")) : [first];
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
 * @returns null if a cell is not a number, or there are none
 */
export function numberSettingsOf(cells: readonly string[]): NumberSettings | null {
  let format: NumberFormat = { ...plainNumbers };
  const marks = new Set<string>();
  let numbers = 0;
  for (const cell of filled(cells)) {
    // Each round adds one declaration, of which there are five.
    for (let round = 0; round < 6; round += 1) {
      const parsed = parseValue(cell, { metric: anyNumber, format });
      if (parsed.ok) {
        if (parsed.value !== null) numbers += 1;
        break;
      }
      const declared = declarationFor(cell, parsed, format);
      if (declared === null) return null;
      if (declared.missing !== undefined) marks.add(cell);
      format = { ...format, ...declared };
    }
  }
  if (numbers === 0) return null;
  return {
    ...(format.decimal !== "." && { decimal: format.decimal }),
    ...(format.thousands !== null && { thousands: format.thousands }),
    ...(format.percentSign && { percent: true }),
    ...(format.currency !== null && { currency: format.currency }),
    ...(format.magnitudes && { magnitudes: true }),
    ...(marks.size > 0 && { missing: [...marks] }),
  };
}

/** What to declare so that a refused cell is read; null if nothing helps. */
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
