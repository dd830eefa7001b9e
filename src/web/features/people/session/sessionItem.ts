/** What this tab remembers. Where storage is blocked nothing is, and nothing fails. */
export function readSessionItem(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

/** @param value null forgets it */
export function writeSessionItem(key: string, value: string | null): void {
  try {
    if (value === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, value);
  } catch {
    // storage is blocked: the tab remembers nothing
  }
}
