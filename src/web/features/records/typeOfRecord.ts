import { type RecordName, type RecordType, recordTypeOf } from "#domain";

/** What a kind of record is: apart, so that it is loaded with the pages that need it. */
export const typeOfRecord = (name: RecordName): RecordType => recordTypeOf(name);
