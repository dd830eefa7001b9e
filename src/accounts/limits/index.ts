/** Counters of attempts and requests, and the keys by which they are counted. */

export { visitorKey } from "./ipPrefixes";
export { createLimits, type LimitName, type Limits, limitRules } from "./limits";
export {
  type LimitState,
  requireWork,
  tooMany,
} from "./rateLimit";
export { createRowLedger, createRowQuota, RowQuota } from "./rowQuota";
