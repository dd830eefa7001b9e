import { InvalidError } from "#domain/errors";

/**
 * End of the last valid day (UTC) of a key or spreadsheet link; null where it does not expire.
 * @param field name of the input, for the error
 * @throws InvalidError for a day that has ended
 */
export function keyExpiry(lastDay: string | null | undefined, field: string): Date | null {
  if (!lastDay) return null;
  const expiresAt = new Date(`${lastDay}T23:59:59.999Z`);
  if (expiresAt.getTime() <= Date.now()) {
    throw new InvalidError("The expiry date must be in the future.", [
      { path: field, message: "is in the past" },
    ]);
  }
  return expiresAt;
}
