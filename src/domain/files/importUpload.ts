/** Path to which an administrator's browser uploads a file to import, as the body of a POST with its name in `?name=`. */
export const IMPORT_UPLOAD_PATH = "/api/imports";

/** Type of the body. Browsers ask before they send it on behalf of another site. */
export const IMPORT_UPLOAD_TYPE = "application/octet-stream";

export const importStates = ["uploaded", "checking", "checked", "importing", "imported", "failed"] as const;
/** `failed`: the check or the import ended with an error; the file is still there. */
export type ImportState = (typeof importStates)[number];
