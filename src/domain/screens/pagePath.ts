/**
 * A path in the one way in which screens are listed: doubled and final slashes and capital letters lead routers
 * to the same page, so they make no difference here. Its parts are not encoded.
 */
export const pagePath = (path: string): string =>
  `/${path
    .split("/")
    .filter((part) => part !== "")
    .map((part) => decode(part).toLowerCase())
    .join("/")}`;

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
