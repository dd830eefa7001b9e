/** Reading is JSON, downloading any format of a file. */
export const apiKeyActions = ["read", "download"] as const;
export type ApiKeyAction = (typeof apiKeyActions)[number];
