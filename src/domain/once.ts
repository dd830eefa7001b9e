/**
 * The same value each time, made when it is first asked for. A formatter of dates takes a browser several milliseconds:
 * a page makes those that it shows something by.
 */
export function once<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
