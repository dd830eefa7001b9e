/** State of a key. Revoked takes precedence over expired. */
export function apiKeyState(
  { revokedAt, expiresAt }: { revokedAt: string | null; expiresAt: string | null },
  now: Date,
): "live" | "revoked" | "expired" {
  if (revokedAt !== null) return "revoked";
  return expiresAt !== null && Date.parse(expiresAt) <= now.getTime() ? "expired" : "live";
}
