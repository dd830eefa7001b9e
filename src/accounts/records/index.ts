/** Records of people, read and written by their description. */

export {
  allRecords,
  dependantsOf,
  listRecords,
  type RecordId,
  readRecord,
  recordOptions,
} from "./readRecords";
export {
  createRecord,
  deleteRecord,
  editRecord,
  type RecordRule,
  type RecordRules,
} from "./writeRecords";
