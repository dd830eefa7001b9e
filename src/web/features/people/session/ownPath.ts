/**
 * The path (with query and fragment) of a URL of our own origin; null for any other: another origin,
 * `//host`, `/\host`, another scheme, an invalid URL. Every redirect after sign-in uses it.
 *
 * @param origin for example `https://app.example`
 */
export function ownPath(address: string | null | undefined, origin: string): string | null {
  if (!address) return null;
  try {
    const url = new URL(address, origin);
    if (url.origin !== origin || !/^https?:$/.test(url.protocol)) return null;
    const path = `${url.pathname}${url.search}${url.hash}`;
    // "/\\host" and "//host" as a path would lead to another origin when resolved again.
    return path.startsWith("//") ? null : path;
  } catch {
    return null;
  }
}
