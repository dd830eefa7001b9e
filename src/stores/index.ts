/**
 * stores: connections, migrations and locks of the two databases; other rooms open none of their own. Market
 * data is in ClickHouse, users in PostgreSQL, each embedded or a server.
 */

export { columnType } from "./clickhouse/columnType";
export { combinedSql, plainMeanSql, weighedSql, weightIdSql } from "./clickhouse/combinedSql";
export { type CopiedMarketTable, copyMarket } from "./clickhouse/copyMarket";
export { type EngineMemory, engineMemory } from "./clickhouse/engineMemory";
export { exactSumSql } from "./clickhouse/exactSumSql";
export type { InsertedColumn } from "./clickhouse/insertedColumns";
export {
  type MarketStore,
  type NarrowableReader,
  openMarketStore,
  type Row,
  type SqlParameters,
  type StatementReader,
  type TableConditions,
  type WrittenRow,
} from "./clickhouse/marketStore";
export { migrateMarketStore } from "./clickhouse/migrateMarketStore";
export {
  type DatedRead,
  datedRows,
  ENTITY_KEY,
  FIRST_DATED_EDITION,
  firstLedger,
  HISTORY_EDITION,
  hiddenLedgerRows,
  isWholeList,
  type LedgerTable,
  layersOf,
  ledgerTableOf,
  ledgerTableSchema,
  PUBLICATION_SETTING,
  type Publication,
  type PublishedLedger,
  publishedLedgerRows,
  publishedRows,
  type ReplacedDays,
  type ReplacedEntity,
  readPublication,
  replacedDaysSql,
  showPublished,
  withReplacedDays,
  withReplacedEntities,
} from "./clickhouse/publication";
export { catalogTable } from "./clickhouse/schema";
export {
  decidingRule,
  generalPrecedence,
  type PrecedenceRule,
  readSetting,
  readSettings,
  readSourceLabels,
  readSourcePrecedence,
  SOURCE_LABELS_SETTING,
  SOURCE_PRECEDENCE_SETTING,
  type SourcePrecedence,
  standingSql,
} from "./clickhouse/sourcePrecedence";
export { WRITTEN_FORMAT } from "./clickhouse/statementReader";
export { isTronForm, tronAddressSql, tronNumberSql } from "./clickhouse/tronAddressSql";
export type { ResultFile } from "./clickhouse/writeResultFile";
export { claimDataFolder, type DataFolder, folderOwner, makeFolder } from "./folder/dataFolder";
export { nearestPackage } from "./folder/nearestPackage";
export type { FolderOwner } from "./folder/ownerFile";
export { type CopiedTable, copyPeople } from "./postgres/copyPeople";
export { type Limiter, limitersOf, type MakeLimiter } from "./postgres/limiters";
export { openPeopleStore, type PeopleStore } from "./postgres/peopleStore";
export type {
  AuditedRecord,
  DeliveryAttempt,
  DeliveryStatus,
  WatchFiringFacts,
  WatchProblem,
} from "./postgres/schema";
export * as peopleTables from "./postgres/schema";
export { storeProblem } from "./storeProblem";
export { FairQueue, type FairQueueOptions } from "./work/fairQueue";
export {
  type CacheableRequest,
  type CachedResult,
  type CacheMemory,
  cacheMemory,
  RequestCache,
  type RequestCacheOptions,
  registerCacheMemory,
} from "./work/requestCache";
export { noteUntrackedRead, withoutTracking } from "./work/trackedReads";
export { currentWork, forVisitor, type VisitorWork } from "./work/visitorWork";
