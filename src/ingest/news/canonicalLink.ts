/** Tracking parameters, which do not affect the target of a link. */
const TRACKING = /^(utm_\w+|fbclid|gclid|mc_[ce]id|ref|ref_src|source|cmpid)$/;

/** An address by which two links to one article are equal; null for anything but a web address. */
export function canonicalLink(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  if (url.protocol !== "https:" && url.protocol !== "http:") return null;
  const query = [...url.searchParams].filter(([name]) => !TRACKING.test(name)).sort();
  const search = new URLSearchParams(query).toString();
  const path = url.pathname.replace(/\/+$/, "");
  return `${url.host.replace(/^www\./, "")}${path}${search === "" ? "" : `?${search}`}`;
}
