/** Every kind of record that administrators work with, in the order of their menu. */
import type { RecordName } from "../vocabulary/recordKinds.gen";
import { accessRecords } from "./accessRecords";
import { operatorRecords } from "./operatorRecords";
import { peopleRecords } from "./peopleRecords";
import type { RecordField, RecordType } from "./record";

export const recordTypes: readonly RecordType[] = [...peopleRecords, ...operatorRecords, ...accessRecords];

/** The description of a kind. @throws Error if there is none */
export function recordTypeOf(name: RecordName): RecordType {
  const type = recordTypes.find((one) => one.name === name);
  if (type === undefined) throw new Error(`There is no description of ${name}`);
  return type;
}

/** A field of one kind of record by which its records depend on those of another. */
export interface Dependence {
  type: RecordType;
  field: RecordField;
}

/** What refers to records of a kind. */
export const dependenceOn = (name: RecordName): readonly Dependence[] =>
  recordTypes.flatMap((type) =>
    type.fields.flatMap((field) => (field.refersTo === name ? [{ type, field }] : [])),
  );
