/** Members and invitations of an organization. */

export type { Departure } from "./endMembership";
export {
  INVITATION_DAYS,
  type Invitation,
  inviteMember,
  listInvitations,
  revokeInvitation,
} from "./invitations";
export {
  type DomainOrganization,
  findDomainOrganization,
  type JoinRequest,
  listJoinRequests,
  requestToJoin,
  resolveJoinRequest,
  withdrawJoinRequest,
} from "./joinRequests";
export { changeMemberRole, leaveTeam, listMembers, type Member, removeMember } from "./members";
export {
  acceptInvitation,
  declineInvitation,
  listReceivedInvitations,
  type ReceivedInvitation,
} from "./receivedInvitations";
