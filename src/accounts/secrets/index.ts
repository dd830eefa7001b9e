/** Secrets of an installation. */

export { installationSecret } from "./installation";
