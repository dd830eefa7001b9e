/** Accepts one of the listed values; undefined for any other. */
export const picked =
  <const Value extends string>(values: readonly Value[]) =>
  (raw: unknown): Value | undefined =>
    values.find((value) => value === raw);
