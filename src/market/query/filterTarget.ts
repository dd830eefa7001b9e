import type { FieldReference, FieldType } from "#domain/resources";
import type { SqlBinder } from "../sql/sqlBinder";

/** SQL of a field name in a filter or sort. */
export interface FilterTarget {
  sql: string;
  type: FieldType;
  values: readonly string[] | null;
  nullable: boolean;
  sortable: boolean;
  /** The entities of its values, so that aliases are accepted and unknown values are reported. */
  reference: FieldReference | null;
  /** Whether its values are addresses or hashes: hexadecimal ones are equal in any case. */
  isAddress?: boolean;
  /** A condition, by an index, on the rows that can have one of these texts. */
  amongTexts?: (texts: readonly string[], binder: SqlBinder) => string;
  /** List in SQL: unless it is empty, every value outside it counts as a member of this one (`Field.complementOf`). */
  complementOf?: string;
  /** Applies a condition where it can be evaluated, for a field in another table. */
  within?: (condition: string) => string;
}

/** Resolves a name; null for an unknown one. */
export type TargetResolver = (name: string) => FilterTarget | null;
