/** What administrators see of and do to users and organizations. */

export { endSessionsOf } from "./endSessionsOf";
export { type OrganizationFile, readOrganizationFile } from "./organizationFile";
export { isSuspended, type Suspension, suspendOrganization, suspendUser } from "./suspension";
export { readUserFile, type UserFile, type UserMembership } from "./userFile";
export { startViewingAs, stopViewingAs, viewedIn } from "./viewAs";
