import { isApiError } from "./apiError";

/** The server's message if it rejected a call because the user has switched to another organization. */
export function otherOrganization(error: unknown): string | null {
  const isOther = isApiError(error) && error.data?.isOtherOrganization === true;
  return isOther ? error.message : null;
}
