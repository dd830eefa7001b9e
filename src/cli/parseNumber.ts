import { InvalidArgumentError } from "commander";

/** Parses a number of an option or argument. @throws InvalidArgumentError, which commander prints with its name */
export function parseNumber(text: string): number {
  const number = text.trim() === "" ? Number.NaN : Number(text);
  if (!Number.isFinite(number)) throw new InvalidArgumentError("It must be a number.");
  return number;
}
