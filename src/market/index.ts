/**
 * market: data out. One query compiler over the described resources gives lists, entities,
 * aggregates, series, explanations and files; every function takes an open `Market` first.
 */

export { rowFilterProblems } from "./access/rowFilterProblems";
export { type AggregateRequest, aggregateResource } from "./aggregateResource";
export { type CountRequest, countByMonth } from "./countByMonth";
export { dataFreshness } from "./dataFreshness";
export { dataSets } from "./dataSets";
export { type DatedPoint, readDatedPoint } from "./dated/datedPoint";
export type { Download } from "./downloads/download";
export { type DownloadLimits, downloadLimits } from "./downloads/downloadLimits";
export { type DownloadRequest, type DownloadStore, openDownloadStore } from "./downloads/downloadStore";
export {
  type DataSetStore,
  type DataSetVersion,
  dataSetStore,
  storedTargets,
  writeDataSets,
} from "./dumps/dataSetStore";
export { type DumpColumn, type DumpSet, dumpSetNamed, dumpSets } from "./dumps/dumpSets";
export { type DumpFormat, dumpFormats } from "./dumps/dumpStatement";
export { fileChecksum } from "./dumps/fileChecksum";
export { type DumpFile, type DumpManifest, MANIFEST, readManifest } from "./dumps/manifest";
export { storedSets } from "./dumps/storedSets";
export { type DumpVerification, verifyDump } from "./dumps/verifyDump";
export { type DumpTarget, type WriteDumpOptions, type WrittenDump, writeDump } from "./dumps/writeDump";
export { type EmptyColumnsRequest, emptyColumns } from "./emptyColumns";
export { type EntitySizes, entitySizes } from "./entitySizes";
export { type ExplainRequest, explainFigure } from "./explainFigure";
export { type ExportAggregatesRequest, exportAggregates } from "./exportAggregates";
export { type ExportRequest, exportRows } from "./exportRows";
export { type ExportSeriesRequest, exportSeries } from "./exportSeries";
export { type FigureDays, figureDays } from "./figureDays";
export { figureSources } from "./figureSources";
export { contentTypes, type FileFormat, fileFormats, type RowFile } from "./files/rowFile";
export { type EntityRequest, getEntity } from "./getEntity";
export { type AddressRequest, addressHistory } from "./holders/addressHistory";
export { hasHolders, largestHolders } from "./holders/largestHolders";
export { type ListRequest, listResource, writtenList } from "./listResource";
export { loanSplits } from "./loanSplits";
export { createMarket, type Market, type MarketOptions } from "./market";
export { marketFreshness, marketStatus } from "./marketStatus";
export { type CoverageRequest, metricCoverage } from "./metricCoverage";
export { metricSeries, type SeriesRequest, writtenSeries } from "./metricSeries";
export { metricTrends, type TrendsRequest } from "./metricTrends";
export { openChecks } from "./openChecks";
export { mostWholeRows, resourceMeta } from "./resourceMeta";
export { hasSample } from "./sampleAssets";
export { WrittenJson, writeJson } from "./written/writtenJson";
