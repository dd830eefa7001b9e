import { NUMBER } from "./parseValue";

const POWERS = Array.from({ length: 23 }, (_, power) => 10 ** power);
/** One more digit can be appended to whole numbers up to this one, and they stay exact. */
const MOST = 9e14;
const [PLUS, MINUS, POINT, ZERO, NINE] = [43, 45, 46, 48, 57];

/**
 * The number written at these bytes, as `Number` reads it; NaN for anything but digits with a sign, a point or an exponent.
 * A whole number below 2^53 over a power of ten up to 10^22 is rounded once, which gives the nearest number.
 */
export function plainNumber(bytes: Buffer, start: number, end: number): number {
  let at = start;
  const first = bytes[at] as number;
  if (first === MINUS || first === PLUS) at += 1;
  let digits = 0;
  let decimals = 0;
  let hasPoint = false;
  let isEmpty = true;
  for (; at < end; at += 1) {
    const byte = bytes[at] as number;
    if (byte >= ZERO && byte <= NINE) {
      if (digits > MOST) return longNumber(bytes, start, end);
      digits = digits * 10 + (byte - ZERO);
      isEmpty = false;
      if (hasPoint) decimals += 1;
    } else if (byte === POINT && !hasPoint) hasPoint = true;
    else return longNumber(bytes, start, end);
  }
  if (isEmpty || decimals > 22) return longNumber(bytes, start, end);
  const value = decimals === 0 ? digits : digits / (POWERS[decimals] as number);
  return first === MINUS ? -value : value;
}

function longNumber(bytes: Buffer, start: number, end: number): number {
  if (end - start > 400) return Number.NaN;
  const text = bytes.toString("latin1", start, end);
  return NUMBER.test(text) ? Number(text) : Number.NaN;
}

/** Whether bytes that `plainNumber` reads are also a number of JSON without an exponent. */
export function isJsonNumber(bytes: Uint8Array, start: number, end: number): boolean {
  const from = bytes[start] === MINUS ? start + 1 : start;
  const [first, second] = [bytes[from] as number, bytes[from + 1] as number];
  if (from >= end || !isDigit(first) || !isDigit(bytes[end - 1] as number)) return false;
  if (first === ZERO && from + 1 < end && second !== POINT) return false;
  for (let at = from; at < end; at += 1) {
    const byte = bytes[at] as number;
    if (!isDigit(byte) && byte !== POINT) return false;
  }
  return true;
}

const isDigit = (byte: number) => byte >= ZERO && byte <= NINE;
