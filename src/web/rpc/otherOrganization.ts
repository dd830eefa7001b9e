import { isApiError } from "./apiError";

/** What the server said when it refused a page that shows another organization than its reader acts for. */
export function otherOrganization(error: unknown): string | null {
  const isOther = isApiError(error) && error.data?.isOtherOrganization === true;
  return isOther ? error.message : null;
}
