import { type RecordType, recordTypeOf } from "#domain/records";
import type { RecordName } from "#domain/vocabulary";

/** The type of a kind of record. A separate module, so that only pages of records load it. */
export const typeOfRecord = (name: RecordName): RecordType => recordTypeOf(name);
