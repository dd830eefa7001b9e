/** Organizations, joining and switching. */

export { findOrganization } from "./findOrganization";
export { joinOrganization } from "./joinOrganization";
export { switchOrganization } from "./switchOrganization";
