import { DomainError, type EndpointResponse, parseQueryText, type User } from "#domain";
import type { Market } from "#market";
import { requirePermission } from "../access/requirePermission";
import { errorContent } from "../rest/errorResponse";
import { version3Query } from "../rest/v3Routes";
import { type QueriedEndpoint, readerPermissions } from "./describeEndpoint";

/**
 * The response of an endpoint to the text of a query, as JSON identical to the API's, including errors. Access is that of the
 * reader's plan, since pages call it without a key.
 */
export async function callEndpoint(
  { market, user }: { market: Market; user: User },
  endpoint: QueriedEndpoint,
  text: string,
  version: 3 | 4 = 4,
): Promise<EndpointResponse> {
  try {
    for (const permission of readerPermissions(endpoint)) requirePermission(user, permission);
    const query = () => (version === 3 ? version3Query(text) : parseQueryText(text));
    return { status: 200, body: await endpoint.json({ market, id: "", parameters: {}, query }) };
  } catch (error) {
    if (error instanceof DomainError) return errorContent(error);
    throw error;
  }
}
