/** Users and administrators. */

export { grantAdministrator, listAdministrators, revokeAdministrator } from "./administrators";
export { addUser, updateDarkMode, updateName, updateProfile } from "./changeUser";
export { currentPlan, memberRole, readUser } from "./userRecord";
