import type { FieldReference, FieldType } from "#domain";

/** What a field name of a filter or sort stands for in a statement. */
export interface FilterTarget {
  sql: string;
  type: FieldType;
  values: readonly string[] | null;
  nullable: boolean;
  sortable: boolean;
  /** What its values name, so that aliases are understood and unknown ones are told. */
  reference: FieldReference | null;
  /** Whether its values are addresses or hashes: hexadecimal ones are equal in any case. */
  isAddress?: boolean;
  /** List in SQL: unless it is empty, every value outside it counts as a member of this one (`Field.complementOf`). */
  complementOf?: string;
  /** Puts a condition on it where it can be decided, for a field that lives in another table. */
  within?: (condition: string) => string;
}

/** Finds what a name stands for; null where it stands for nothing. */
export type TargetResolver = (name: string) => FilterTarget | null;
