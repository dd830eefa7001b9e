/** Users and administrators. */

export { addUser } from "./addUser";
export { grantAdministrator, listAdministrators, revokeAdministrator } from "./administrators";
export { updateDarkMode, updateName, updateProfile } from "./updateUser";
export { currentPlan, memberRole, readUser } from "./userRecord";
