/** API keys and spreadsheet links: issue, verify, count. */

export {
  type ApiKeyDraft,
  type ApiKeySelection,
  type ApiKeySummary,
  allApiKeys,
  createApiKey,
  listApiKeys,
  readApiKey,
  revokeApiKey,
  rotateApiKey,
  setKeyHolder,
} from "./apiKeys";
export { type ApiUsage, createApiUsage } from "./apiUsage";
export { createSpreadsheetLink } from "./createSpreadsheetLink";
export { keyExpiry } from "./keyExpiry";
export { createKeyUsage, type KeyUsage } from "./keyUsage";
export type { VerifiedKey } from "./verifiedKeys";
export {
  apiKeyAllows,
  apiKeyHasAccess,
  isStillValid,
  requireNotSuspended,
  suspensionMessage,
  verifyApiKey,
  verifyKeyByHash,
  verifySpreadsheetLink,
} from "./verifyApiKey";
