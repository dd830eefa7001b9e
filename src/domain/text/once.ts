/**
 * Creates a value on first use and returns the same one afterwards. Creating a date formatter takes a browser
 * several milliseconds, so a page creates only those that it uses.
 */
export function once<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
