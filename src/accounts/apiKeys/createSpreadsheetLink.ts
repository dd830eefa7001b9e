import { and, count, eq, isNotNull } from "drizzle-orm";
import { ForbiddenError, PreconditionError } from "#domain/errors";
import { MAX_LIVE_SPREADSHEET_LINKS } from "#domain/people";
import { type PeopleStore, peopleTables } from "#stores";
import { writeAudit } from "../audit/auditLog";
import { lockTeam } from "../organizations/lockTeam";
import { hashOfKey, LINK_START, liveKeys, newSecret, type StoredRequest } from "./apiKeys";

const { apiKeys } = peopleTables;

export interface SpreadsheetLinkDraft extends StoredRequest {
  name: string;
  expiresAt: Date | null;
  /** Scope of the requested endpoint. */
  scope: string;
  organizationId: string;
  userId: string;
}

/**
 * Creates a link by which a spreadsheet reads one request with the rights of its creator. It is stored as a
 * key limited to that request, so it expires, counts and is rate-limited like one. `secret` is returned only
 * here; only its SHA-256 is stored.
 * @throws PreconditionError if the user has reached the limit of links; ForbiddenError if they are no longer
 * a member
 */
export async function createSpreadsheetLink(
  { db }: PeopleStore,
  { name, expiresAt, scope, path, query, organizationId, userId }: SpreadsheetLinkDraft,
): Promise<{ id: number; secret: string; prefix: string }> {
  const { key: secret, prefix } = newSecret(LINK_START);
  const id = await db.transaction(async (tx) => {
    // Locked, so that concurrent creations count each other against the limit.
    const { members } = await lockTeam(tx, organizationId);
    if (!members.some((member) => member.userId === userId)) {
      throw new ForbiddenError("You are no longer a member of this organization.");
    }
    const own = and(eq(apiKeys.organizationId, organizationId), eq(apiKeys.userId, userId));
    const [live] = await tx
      .select({ number: count() })
      .from(apiKeys)
      .where(and(own, isNotNull(apiKeys.linkPath), liveKeys(new Date())));
    const number = live?.number ?? 0;
    if (number >= MAX_LIVE_SPREADSHEET_LINKS) {
      throw new PreconditionError(
        `You have ${number} spreadsheet links, and the limit is ${MAX_LIVE_SPREADSHEET_LINKS}. Revoke one first.`,
      );
    }
    const [made] = await tx
      .insert(apiKeys)
      .values({
        name,
        prefix,
        hash: hashOfKey(secret),
        expiresAt,
        organizationId,
        userId,
        endpoints: [scope],
        actions: ["download"],
        linkPath: path,
        linkQuery: query,
      })
      .returning({ id: apiKeys.id });
    if (made === undefined) throw new Error("The link could not be saved.");
    await writeAudit(tx, {
      actor: userId,
      action: "create spreadsheet link",
      subject: String(made.id),
      subjectKind: "api_key",
      detail: JSON.stringify({ name, prefix, path, query }),
    });
    return made.id;
  });
  return { id, secret, prefix };
}
