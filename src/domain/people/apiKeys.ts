/** Restrictions and owners of keys of the data API. */
import { z } from "zod";
import { type ApiKeyAction, apiKeyActions } from "./apiKeyActions";

/** `maker`: it ends with their membership. `organization`: it stays when they leave. */
export const apiKeyHolders = ["maker", "organization"] as const;
export type ApiKeyHolder = (typeof apiKeyHolders)[number];

/** Hours for which the former secret of a key can go on working. */
export const rotationGraces = [0, 1, 24, 168] as const;

export const apiKeyActionsSchema = z
  .array(z.enum(apiKeyActions))
  .min(1, "Choose read, download or both")
  .max(apiKeyActions.length)
  .transform((actions) => [...new Set(actions)]);

/** The restriction of a key. */
export interface ApiKeyScope {
  endpoints: readonly string[] | null;
  actions: readonly ApiKeyAction[];
}

/** The reason why a key does not open an endpoint; null if it does. */
export function scopeProblem(
  { endpoints, actions }: ApiKeyScope,
  { scope, action }: { scope: string | null; action: ApiKeyAction },
): string | null {
  if (endpoints !== null && (scope === null || !endpoints.includes(scope))) {
    return `This API key is limited to ${endpoints.join(", ")}. Use a key that includes ${scope ?? "this endpoint"}.`;
  }
  if (actions.includes(action)) return null;
  return action === "download"
    ? "This API key can read JSON but not download files. Use a key that allows downloads."
    : "This API key can download files but not read JSON. Request a format such as csv, or use a key that allows reading.";
}
