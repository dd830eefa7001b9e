/**
 * api: everything that goes over the wire. The RPC of our own pages, the v4 REST API and file exports, over the same market functions.
 * Each is created from its dependencies and responds to standard `Request`s; src/server mounts them.
 *
 * Links for readers of our own pages, who have no key: `/export/<path>.<format>?query=<URL-encoded JSON>`, with path and
 * query as in the API and csv, xlsx, parquet or ndjson as format (all except csv require the download permission). `/export/assets.csv?query={"fields":["name","holders"]}` returns
 * every row of the list, `/export/tokens/aggregates/timeseries.csv?query=…` the wide file of a chart.
 */

export { analyticsAllowed } from "./access/analyticsAllowed";
export { bearerToken } from "./access/bearerToken";
export { requirePermission } from "./access/requirePermission";
export { isSameOrigin } from "./access/sameOrigin";
export { createAnalytics } from "./analytics/analytics";
export { ANALYTICS_PATH, createAnalyticsProxy } from "./analytics/analyticsProxy";
export { AUTH_PATH } from "./auth/authCall";
export { type AuthCookies, authCookies } from "./auth/authCookies";
export { type AuthHandler, type AuthOptions, createAuthHandler } from "./auth/authHandler";
export { createInstallation } from "./auth/installation";
export { createVisitors, type Visitor } from "./auth/visitors";
export { createFeeds } from "./feeds/createFeeds";
export {
  acceptedEncodings,
  type ContentEncoding,
  contentEncodings,
  encodingFor,
  packBytes,
  type SentBytes,
  sentBytes,
} from "./http/compressedResponses";
export { matchesETag } from "./http/matchesETag";
export type { CorrectionDesk, ListedImport, StartedCorrection } from "./imports/correctionDesk";
export type { ImportDesk, ImportSettings, UploadedFile } from "./imports/importDesk";
export { createUploadHandler, tooLargeUpload } from "./imports/uploadHandler";
export type { Administrator, LedgerDesk, RequestedPlan } from "./ledger/ledgerDesk";
export { createApiCaller, createMcpHandler, MCP_PATH } from "./mcp/createMcpHandler";
export { createMcpServer } from "./mcp/createMcpServer";
export { assetFilterOf, makePartnerKey, partnerKeySchema } from "./partnerKeys/partnerKey";
export { apiKeyEndpointsSchema } from "./rest/apiScopes";
export { createRestApi } from "./rest/createRestApi";
export { isDownloadOpen } from "./rest/downloads/downloadTerms";
export { errorResponse } from "./rest/errorResponse";
export type { RestDependencies } from "./rest/restDependencies";
export { type AppRouter, appRouter, createCaller } from "./trpc/appRouter";
export { createTrpcHandler, refusedCall, TRPC_PATH } from "./trpc/createTrpcHandler";
export type { ApiContext } from "./trpc/trpc";
export { createWatchService, UNSUBSCRIBE_PATH, type WatchService } from "./watches/watchService";
export type { WebhookRules } from "./watches/webhookTarget";
