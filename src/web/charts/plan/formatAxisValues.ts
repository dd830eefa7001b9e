/** A fixed locale for the labels of a value axis, so that server and browser agree. */
const LOCALE = "en-US";
const MOST_DIGITS = 8;

const wrap: Record<string, (text: string) => string> = {
  dollar: (text) => `$${text}`,
  percent: (text) => `${text}%`,
  points: (text) => `${text} pp`,
  days: (text) => `${text} d`,
};

/**
 * Formats axis values as short text (`$1.2B`, `4.5%`, `1.2M`, `30 d`), with the fewest digits that keep all
 * of them distinct and exact.
 */
export function formatAxisValues(values: readonly number[], unit: string): string[] {
  const around = wrap[unit] ?? ((text: string) => text);
  for (let digits = 0; ; digits++) {
    const format = new Intl.NumberFormat(LOCALE, {
      notation: "compact",
      maximumFractionDigits: digits,
    });
    const exact = values.every((value) => isExact(value, format, digits));
    if (!exact && digits < MOST_DIGITS) continue;
    return values.map((value) => {
      const text = around(format.format(Math.abs(value)));
      return value < 0 ? `\u2212${text}` : text;
    });
  }
}

const powers: Record<string, number> = { K: 1e3, M: 1e6, B: 1e9, T: 1e12 };

/** True if the text of a value equals it, except for rounding errors of the last digits. */
function isExact(value: number, format: Intl.NumberFormat, digits: number): boolean {
  if (value === 0) return true;
  const text = format.format(value).replaceAll(",", "");
  const power = powers[text.at(-1) ?? ""] ?? 1;
  const read = Number.parseFloat(text) * power;
  return Math.abs(read - value) <= Math.abs(value) * 1e-9 || digits >= MOST_DIGITS;
}
