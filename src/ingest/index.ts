/**
 * ingest: data in. Catalog rows, observations from files and simulators, and the daily metrics derived from them.
 * Writes the market store; knows nothing of people or of the wire.
 */

export { type AddedRows, addCatalogRow, type CatalogDraft } from "./catalog/addCatalogRow";
export {
  type CatalogChange,
  catalogChange,
  catalogChangeSummary,
  figuresOutsideCatalog,
  readTotals,
  type StoredListing,
  totalChanges,
} from "./catalog/catalogChange";
export { checkAgreement } from "./catalog/checkAgreement";
export { checkCatalog } from "./catalog/checkCatalog";
export { checkDenominations } from "./catalog/checkDenominations";
export { loadCatalog } from "./catalog/loadCatalog";
export { type CatalogProblem, type CatalogReading, readCatalog } from "./catalog/readCatalog";
export { type CatalogFolders, readCatalogFolders } from "./catalog/readCatalogFolders";
export { followNetworks } from "./chain/followNetworks";
export { ledgerChainId } from "./chain/ledgerNetworks";
export { type NetworkOverview, readLedgerOverview, rememberVerifications } from "./chain/ledgerOverview";
export { type LedgerSelection, readLedgerStatus } from "./chain/ledgerStatus";
export { networkReadings } from "./chain/networkReadings";
export { type EndpointPlan, type NetworkPlan, planChains } from "./chain/planChains";
export type { ReadingRate } from "./chain/readingRate";
export { rewindLedger } from "./chain/rewindLedger";
export {
  type LedgerAssets,
  parseLedgerAssets,
  parseRpcEndpoints,
  type RpcEndpoints,
} from "./chain/rpcEndpoints";
export type { StatedSupply } from "./chain/statedSupply";
export { forgetHolders } from "./chain/storeHolders";
export { type ChainReport, type NetworkReport, syncChains } from "./chain/syncChains";
export type { SyncProgress } from "./chain/syncNetwork";
export { isVerified, verifyLedger } from "./chain/verifyLedger";
export { type ChecksReport, runChecks } from "./checks/runChecks";
export { type Verification, verifyServed } from "./checks/verifyServed";
export { commit } from "./commit";
export { type ListedMark, listMarks } from "./corrections/listMarks";
export {
  findValue,
  reasonSchema,
  restoreValue,
  supersedeValue,
  type ValueRequest,
  valueRequestSchema,
} from "./corrections/supersede";
export { reportSupersession, type SupersedeReport } from "./corrections/supersedePreview";
export { bumpDataVersion, readDataVersion } from "./dataVersion";
export { keepDatedFigures } from "./dated/publicationLog";
export { createDatedEntities, type DatedPublication, dropDatedEditions } from "./derive/datedEntities";
export { type DeriveOptions, type DeriveReport, deriveDailyMetrics } from "./derive/deriveDailyMetrics";
export { type CheckReport, checkFiles, type FileCheck } from "./files/checkFiles";
export { checkSummary } from "./files/checkSummary";
export { type ImportInput, type ImportOptions, type ImportProgress, importFiles } from "./files/importFiles";
export {
  type FileReport,
  type ImportReport,
  importSummary,
  quarantineSummary,
  unservedSummary,
} from "./files/importReport";
export { moveInvestments } from "./files/investments/moveInvestments";
export type { MappingProposal } from "./files/proposeMapping";
export { requireUnpackedWithin } from "./files/requireUnpackedWithin";
export { type FetchFeedOptions, fetchFeed } from "./news/fetchFeed";
export { loadCatalogNews } from "./news/loadCatalogNews";
export { declareLabels, declarePrecedence, unknownProviders } from "./observations/declarePrecedence";
export { markAssetsDirty } from "./observations/dirtyAssets";
export { removeSampleObservations } from "./observations/removeObservations";
export { listUnserved, type UnservedValues, unservedReason } from "./observations/unservedValues";
export { type AddressRule, hostOf, isPublicAddress, isRefusedHost } from "./outbound/addressGuard";
export { guardedRequest } from "./outbound/guardedRequest";
export { nextRowVersion } from "./rowVersion";
export { clearSample } from "./sample/clearSample";
export { DEFAULT_SAMPLE_SEED, loadSample } from "./sample/loadSample";
export { type SampleStatus, sampleStatus } from "./sample/stored/sampleStatus";
export { readScheduledSource } from "./scheduled/readScheduledSource";
export { originsOf, providerOf, type ScheduledSource } from "./scheduledSource";
export { scheduledSources } from "./scheduledSources.gen";
export { dropScratchTables } from "./scratchTables";
export { writeSetting } from "./settings";
export {
  listFiles,
  readSource,
  registerSource,
  type Source,
  type SourceDraft,
  type StoredFile,
} from "./sources";
export {
  listQuarantine,
  type QuarantinedKind,
  type QuarantinedRow,
  quarantinedPieces,
} from "./staging/listQuarantine";
export { type ImportMapping, parseMapping } from "./staging/mapping";
export { purgeQuarantine } from "./staging/quarantine";
export { type ImportedSource, type ImportParts, importParts, listImports } from "./undo/importedSources";
export { selectForUndo, type UndoRequest, undoRequestSchema } from "./undo/selectForUndo";
export { type NamedChange, type UndoReport, undoImport, undoReport } from "./undo/undoImport";
export { previewUndo } from "./undo/undoPreview";
