/** A type with its dates as text, as in JSON. */
export type AsText<T> = T extends Date
  ? string
  : T extends readonly (infer Item)[]
    ? AsText<Item>[]
    : T extends object
      ? { [Key in keyof T]: AsText<T[Key]> }
      : T;

/** A result of the people store for the wire, with dates as text. */
export const asText = <T>(value: T): AsText<T> => JSON.parse(JSON.stringify(value)) as AsText<T>;
