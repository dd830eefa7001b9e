/**
 * accounts: users, organizations, sessions, keys and their permissions. Writes the people store; does not
 * depend on market data or the wire.
 */

export { deleteAccount } from "./account/deleteAccount";
export { exportAccount } from "./account/exportAccount";
export { endSessionsOf } from "./administration/endSessionsOf";
export { type OrganizationFile, readOrganizationFile } from "./administration/organizationFile";
export { isSuspended, type Suspension, suspendOrganization, suspendUser } from "./administration/suspension";
export { readUserFile, type UserFile, type UserMembership } from "./administration/userFile";
export { startViewingAs, stopViewingAs, viewedIn } from "./administration/viewAs";
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
} from "./apiKeys/apiKeys";
export { type ApiUsage, createApiUsage } from "./apiKeys/apiUsage";
export { createSpreadsheetLink } from "./apiKeys/createSpreadsheetLink";
export { keyExpiry } from "./apiKeys/keyExpiry";
export { createKeyUsage, type KeyUsage } from "./apiKeys/keyUsage";
export type { VerifiedKey } from "./apiKeys/verifiedKeys";
export {
  apiKeyAllows,
  apiKeyHasAccess,
  isStillValid,
  requireNotSuspended,
  suspensionMessage,
  verifyApiKey,
  verifyKeyByHash,
  verifySpreadsheetLink,
} from "./apiKeys/verifyApiKey";
export { type AuditEntry, writeAudit } from "./audit/writeAudit";
export {
  type ContactDesk,
  type ContactDeskOptions,
  createContactDesk,
  listContactRequests,
  type StoredContactRequest,
} from "./contact/contactDesk";
export { type ExplainedFeature, evaluateFeatures, type FeatureOrigin } from "./features/evaluateFeatures";
export {
  type FeatureOverride,
  listFeatureOverrides,
  openAllFeatures,
  openFeatures,
  setFeatureOverride,
} from "./features/featureOverrides";
export { explainOpenFeatures, type Installation, readInstallation } from "./features/readInstallation";
export { forgetExpired } from "./forgetExpired";
export { installationSecret } from "./installation";
export { visitorKey } from "./limits/ipPrefixes";
export { createLimits, type LimitName, type Limits, limitRules } from "./limits/limits";
export {
  type LimitState,
  requireWork,
  tooMany,
} from "./limits/rateLimit";
export { createRowLedger, createRowQuota, RowQuota } from "./limits/rowQuota";
export { createMailer, type Mail, type Mailer } from "./mail/mailer";
export { invitationMail, noticeMail, signInMail, type WatchMailLine, watchMail } from "./mail/messages";
export { findOrganization } from "./organizations/findOrganization";
export { joinOrganization } from "./organizations/joinOrganization";
export { switchOrganization } from "./organizations/switchOrganization";
export { type PlanState, readPlan } from "./plans/readPlan";
export { setPlan } from "./plans/setPlan";
export { createPartnerKey } from "./policies/createPartnerKey";
export { type ExplainedAccess, explainAccess } from "./policies/explainAccess";
export { type PolicyHolder, policiesOf, readPolicies } from "./policies/policiesOf";
export {
  allRecords,
  dependantsOf,
  listRecords,
  type RecordId,
  readRecord,
  recordOptions,
} from "./records/readRecords";
export {
  createRecord,
  deleteRecord,
  editRecord,
  type RecordRule,
  type RecordRules,
} from "./records/writeRecords";
export { changeView, deleteView, saveView, viewsOf } from "./savedViews/savedViews";
export {
  endAllSessions,
  endSession,
  findSession,
  listSessions,
  SESSION_DAYS,
  type SessionSummary,
  touchSession,
} from "./sessions/sessions";
export { createAuthAdapter } from "./signIn/authAdapter";
export { canSignIn } from "./signIn/canSignIn";
export {
  BROWSER_DAYS,
  type BrowserOrigin,
  hashOfBrowser,
  isBrowserId,
  isKnownBrowser,
  newBrowserId,
} from "./signIn/signInBrowsers";
export { newSignInCode } from "./signIn/signInCodes";
export { createSignInLimits, type SignInLimits } from "./signIn/signInLimits";
export type { Departure } from "./team/endMembership";
export {
  INVITATION_DAYS,
  type Invitation,
  inviteMember,
  listInvitations,
  revokeInvitation,
} from "./team/invitations";
export {
  type DomainOrganization,
  findDomainOrganization,
  type JoinRequest,
  listJoinRequests,
  requestToJoin,
  resolveJoinRequest,
  withdrawJoinRequest,
} from "./team/joinRequests";
export { changeMemberRole, leaveTeam, listMembers, type Member, removeMember } from "./team/members";
export {
  acceptInvitation,
  declineInvitation,
  listReceivedInvitations,
  type ReceivedInvitation,
} from "./team/receivedInvitations";
export { addUser } from "./users/addUser";
export { grantAdministrator, listAdministrators, revokeAdministrator } from "./users/administrators";
export { updateDarkMode, updateName, updateProfile } from "./users/updateUser";
export { currentPlan, memberRole, readUser } from "./users/userRecord";
export {
  cancelDelivery,
  claimDeliveries,
  type DeliveredFiring,
  type Delivery,
  endpointOf,
  extendClaim,
  firingsOf,
  mailReceiver,
  recordAttempt,
  renewClaim,
} from "./watches/deliveries";
export { deliveriesTo, firingsOfWatch, type LoggedFiring, queueTest, redeliver } from "./watches/deliveryLog";
export {
  isMailStopped,
  mailStopToken,
  readUnsubscribeToken,
  resumeWatchMail,
  stopWatchMail,
} from "./watches/unsubscribeTokens";
export {
  createWatch,
  deleteWatch,
  editWatch,
  listWatches,
  pauseWatch,
  readWatch,
  type StoredWatch,
} from "./watches/watches";
export { type LookedData, recordLook, watchesToLookAt } from "./watches/watchLooks";
export type { WatchChange, WatchOwner } from "./watches/watchOwner";
export { readerOfWatch, receiversOf, type WatchReader } from "./watches/watchReader";
export {
  createEndpoint,
  deleteEndpoint,
  listEndpoints,
  pauseEndpoint,
  readEndpoint,
  rotateSecret,
  type WebhookEndpoint,
} from "./watches/webhookEndpoints";
export { noteVisit, unwatch, visitBefore, watch, watchedBy } from "./watchlist/watchedItems";
