/**
 * accounts: people, their organizations, sessions and keys, and what each may do.
 * Writes the people store; knows nothing of market data or of the wire.
 */

export { deleteAccount } from "./account/deleteAccount";
export { exportAccount } from "./account/exportAccount";
export {
  type ApiKeyDraft,
  type ApiKeySummary,
  createApiKey,
  listApiKeys,
  revokeApiKey,
} from "./apiKeys/apiKeys";
export { type ApiUsage, createApiUsage } from "./apiKeys/apiUsage";
export type { VerifiedKey } from "./apiKeys/verifiedKeys";
export { apiKeyAllows, verifyApiKey } from "./apiKeys/verifyApiKey";
export {
  type ContactDesk,
  type ContactDeskOptions,
  createContactDesk,
} from "./contact/contactDesk";
export { listContactRequests, type StoredContactRequest } from "./contact/contactRequests";
export { evaluateFeatures } from "./features/evaluateFeatures";
export {
  type FeatureOverride,
  listFeatureOverrides,
  setFeatureOverride,
} from "./features/featureOverrides";
export { forgetExpired } from "./forgetExpired";
export { installationSecret } from "./installation";
export { invitationMail } from "./mail/invitationMail";
export { createMailer, type Mail, type Mailer } from "./mail/mailer";
export { noticeMail } from "./mail/noticeMail";
export { signInMail } from "./mail/signInMail";
export { networkOf } from "./networks/networkOf";
export { type NetworkScope, networkScopes } from "./networks/networkScopes";
export { findOrganization } from "./organizations/findOrganization";
export { joinOrganization } from "./organizations/joinOrganization";
export { switchOrganization } from "./organizations/switchOrganization";
export { type PlanState, readPlan } from "./plans/readPlan";
export { setPlan } from "./plans/setPlan";
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
export {
  BROWSER_DAYS,
  type BrowserOrigin,
  hashOfBrowser,
  isBrowserId,
  isKnownBrowser,
  newBrowserId,
} from "./signIn/signInBrowsers";
export { newSignInCode } from "./signIn/signInCodes";
export { createSignInLimits, defaultSignInLimits, type SignInLimits } from "./signIn/signInLimits";
export type { Departure } from "./team/endMembership";
export {
  INVITATION_DAYS,
  type Invitation,
  inviteMember,
  listInvitations,
  revokeInvitation,
} from "./team/invitations";
export {
  answerJoinRequest,
  askToJoin,
  type DomainOrganization,
  findDomainOrganization,
  type JoinRequest,
  listJoinRequests,
  withdrawJoinRequest,
} from "./team/joinRequests";
export { changeMemberRole, leaveTeam, listMembers, type Member, removeMember } from "./team/members";
export {
  acceptInvitation,
  declineInvitation,
  listReceivedInvitations,
  type ReceivedInvitation,
} from "./team/receivedInvitations";
export { grantAdministrator, listAdministrators, revokeAdministrator } from "./users/administrators";
export { updateDarkMode, updateName, updateProfile } from "./users/updateUser";
export { currentPlan, memberRole, readUser } from "./users/userRecord";
export { unwatch, watch, watchedBy } from "./watchlist/watchedItems";
export { noteVisit, visitBefore } from "./watchlist/watchlistVisits";
