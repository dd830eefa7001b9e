import { DomainError, type EndpointResponse, parseQueryText, type User } from "#domain";
import type { Market } from "#market";
import { requirePermission } from "../access/requirePermission";
import { errorContent } from "../rest/errorResponse";
import { version3Query } from "../rest/v3Routes";
import { type QueriedEndpoint, readerPermissions } from "./describeEndpoint";

/**
 * What an endpoint answers to the text of a query, as the API would: the same JSON, errors too. What the
 * reader may not see is refused as their plan has it, since they ask without a key.
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
