/** A value as JSON holds it: its moments as text. */
export type AsText<T> = T extends Date
  ? string
  : T extends readonly (infer Item)[]
    ? AsText<Item>[]
    : T extends object
      ? { [Key in keyof T]: AsText<T[Key]> }
      : T;

/** An answer of the people store for the wire, which carries no moments but as text. */
export const asText = <T>(value: T): AsText<T> => JSON.parse(JSON.stringify(value)) as AsText<T>;
