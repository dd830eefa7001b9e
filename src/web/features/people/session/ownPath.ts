/**
 * The path (with query and fragment) of an address of our own site; null for
 * any other: another origin, `//host`, `/\host`, another scheme, nonsense.
 * Every redirect after sign-in goes through it.
 *
 * @param origin for example `https://app.example`
 */
export function ownPath(address: string | null | undefined, origin: string): string | null {
  if (!address) return null;
  try {
    const url = new URL(address, origin);
    if (url.origin !== origin || !/^https?:$/.test(url.protocol)) return null;
    const path = `${url.pathname}${url.search}${url.hash}`;
    // "/\\host" and "//host" as a path of our own origin would leave it when used again.
    return path.startsWith("//") ? null : path;
  } catch {
    return null;
  }
}
