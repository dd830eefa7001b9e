import { createHash } from "node:crypto";
import { type VerifiedKey, verifyKeyByHash } from "#accounts/apiKeys";
import { policiesOf } from "#accounts/policies";
import { ForbiddenError, UnauthorizedError } from "#domain/errors";
import { type AccessPolicy, readScope } from "#domain/people";
import { filePermission } from "#domain/screens";
import type { Download } from "#market";
import type { PeopleStore } from "#stores";
import { requireAccess } from "../authenticate";
import { endpointAt } from "../endpoints";

export const LINK_INVALID =
  "This link is not valid: it is incomplete, has expired, or its API key was revoked or has expired.";
const CHANGED =
  "The permissions of the API key that requested this file have changed. Request the file again with the key.";

/** The terms under which a file was created: the key's secret, the endpoint and the policies. */
export interface DownloadTerms {
  /** Hash of the key's secret. */
  key: string;
  /** Path of the endpoint. */
  path: string;
  /** Day from which history is counted, `YYYY-MM-DD`; empty if no policy limits history. */
  day: string;
  /** Hash of the policies. */
  policies: string;
}

/** The day that a file depends on; empty if no policy limits days of history, so that the file can be reused after midnight. */
export const dayOfHistory = (policies: readonly AccessPolicy[], today: string): string =>
  policies.some(({ historyDays }) => historyDays !== null) ? today : "";

/** Includes all properties of the policies, also limits: after any change, the file must be requested again. */
export function policiesHash(policies: readonly AccessPolicy[], day: string): string {
  const ordered = policies.toSorted((a, b) => a.id - b.id);
  const said = ordered.length === 0 ? "" : JSON.stringify(["download", day, ordered]);
  return createHash("sha256").update(said).digest("hex");
}

/** Requires the permissions of a key to download a file of an endpoint in a format. @throws ForbiddenError */
export function requireDownload(
  key: VerifiedKey,
  {
    path,
    format,
    policies,
    day,
  }: Pick<DownloadTerms, "path" | "day"> &
    Pick<Download, "format"> & {
      policies: readonly AccessPolicy[];
    },
): void {
  const endpoint = endpointAt(path);
  if (endpoint?.permission === undefined || endpoint.permission === null) throw new ForbiddenError(CHANGED);
  const { resource, permission, scope: keyScope = null } = endpoint;
  const scope = readScope(policies, { action: "download", today: day });
  requireAccess(key, { scope, permission, resource, keyScope, action: "download" });
  const format_ = filePermission(format);
  requireAccess(key, { scope: null, permission: format_, resource: null, keyScope, action: "download" });
}

/**
 * The key that a file was created for, if it can still read the file: neither the key nor its policies have expired or changed.
 * @throws UnauthorizedError if the key has expired or was revoked, ForbiddenError if its access has changed
 */
export async function keyOfDownload(
  people: PeopleStore,
  { terms, format }: Download,
  { isUse }: { isUse: boolean },
): Promise<VerifiedKey> {
  const { key: hash = "", path = "", day = "", policies: originalHash = "" } = terms;
  const key = await verifyKeyByHash(people, hash, { isUse });
  if (key === null) throw new UnauthorizedError(LINK_INVALID);
  const policies = await policiesOf(people, key);
  if (policiesHash(policies, day) !== originalHash) throw new ForbiddenError(CHANGED);
  requireDownload(key, { path, format, policies, day });
  return key;
}

/** Whether the key that a file was created for can still read it. */
export async function isDownloadOpen(people: PeopleStore, download: Download): Promise<boolean> {
  try {
    await keyOfDownload(people, download, { isUse: false });
    return true;
  } catch (error) {
    if (error instanceof UnauthorizedError || error instanceof ForbiddenError) return false;
    throw error;
  }
}
