import { createHash } from "node:crypto";
import { policiesOf, type VerifiedKey, verifyKeyByHash } from "#accounts";
import { type AccessPolicy, ForbiddenError, filePermission, readScope, UnauthorizedError } from "#domain";
import type { Download } from "#market";
import type { PeopleStore } from "#stores";
import { requireAccess } from "../authenticate";
import { endpointAt } from "../endpoints";

export const LINK_INVALID =
  "This link is not valid: it is incomplete, has expired, or its API key was revoked or has expired.";
const CHANGED =
  "The permissions of the API key that requested this file have changed. Request the file again with the key.";

/** On what terms a file was made: for which secret of a key, from which endpoint, and with which policies. */
export interface DownloadTerms {
  /** Hash of the secret that the key was sent with. */
  key: string;
  /** Path of the endpoint. */
  path: string;
  /** Day from which history was counted, `YYYY-MM-DD`; empty where none is. */
  day: string;
  /** Hash of the policies. */
  policies: string;
}

/** The day that a file depends on: none where no policy counts days of history, so that it is found again after midnight. */
export const dayOfHistory = (policies: readonly AccessPolicy[], today: string): string =>
  policies.some(({ historyDays }) => historyDays !== null) ? today : "";

/** Of all that they say, limits too: where a policy was changed, the file is to be requested again. */
export function policiesHash(policies: readonly AccessPolicy[], day: string): string {
  const ordered = policies.toSorted((a, b) => a.id - b.id);
  const said = ordered.length === 0 ? "" : JSON.stringify(["download", day, ordered]);
  return createHash("sha256").update(said).digest("hex");
}

/** What a key must be allowed for a file of an endpoint in a format. @throws ForbiddenError */
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
 * The key that a file was made for, where it may still read the file: neither it nor its policies have ended or changed.
 * @throws UnauthorizedError where the key has ended, ForbiddenError where what it may read has changed
 */
export async function keyOfDownload(
  people: PeopleStore,
  { terms, format }: Download,
  { isUse }: { isUse: boolean },
): Promise<VerifiedKey> {
  const { key: hash = "", path = "", day = "", policies: made = "" } = terms;
  const key = await verifyKeyByHash(people, hash, { isUse });
  if (key === null) throw new UnauthorizedError(LINK_INVALID);
  const policies = await policiesOf(people, key);
  if (policiesHash(policies, day) !== made) throw new ForbiddenError(CHANGED);
  requireDownload(key, { path, format, policies, day });
  return key;
}

/** Whether a file may still be read by the key that it was made for. */
export async function isDownloadOpen(people: PeopleStore, download: Download): Promise<boolean> {
  try {
    await keyOfDownload(people, download, { isUse: false });
    return true;
  } catch (error) {
    if (error instanceof UnauthorizedError || error instanceof ForbiddenError) return false;
    throw error;
  }
}
