/** Deleting and exporting one's own account. */

export { deleteAccount } from "./deleteAccount";
export { exportAccount } from "./exportAccount";
