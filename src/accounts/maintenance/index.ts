/** Removal of what has expired. */

export { forgetExpired } from "./forgetExpired";
