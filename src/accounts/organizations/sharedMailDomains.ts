/** Mail domains that unrelated people share, which never form an organization. */
import { personalEmailDomains } from "#domain/vocabulary";

/** Services missing from the packages, each checked by hand: public mail or forwarding addresses. */
const alsoShared = [
  "139.com",
  "anonaddy.com",
  "anonaddy.me",
  "addy.io",
  "atlas.cz",
  "citromail.hu",
  "daum.net",
  "duck.com",
  "e.mail.ru",
  "fastmail.com",
  "fastmail.fm",
  "gmx.ch",
  "gmx.fr",
  "gmx.co.uk",
  "gmx.es",
  "gmx.us",
  "hispeed.ch",
  "icloud.com.cn",
  "mailfence.com",
  "meta.ua",
  "mozmail.com",
  "passmail.net",
  "passmail.com",
  "passinbox.com",
  "posteo.de",
  "posteo.net",
  "posteo.org",
  "privaterelay.appleid.com",
  "relay.firefox.com",
  "simplelogin.co",
  "simplelogin.com",
  "skiff.com",
  "telia.com",
  "tempmail.com",
  "tuta.com",
  "tuta.io",
  "tutamail.com",
  "tutanota.com",
  "tutanota.de",
  "keemail.me",
  "users.noreply.github.com",
  "ziggo.nl",
  "zohomail.com",
  "zohomail.eu",
  "zohomail.in",
] as const;

let known: Promise<ReadonlySet<string>> | null = null;

/** Some 60,000 names, so they are loaded at the first sign-in. */
async function read(): Promise<ReadonlySet<string>> {
  const [providers, { default: disposable }] = await Promise.all([
    import("email-providers"),
    import("mailchecker"),
  ]);
  return new Set<string>([
    ...personalEmailDomains,
    ...alsoShared,
    ...providers.default,
    ...disposable.blacklist(),
  ]);
}

/**
 * Whether a mail domain or one of its parent domains (`mail.gmx.de`) belongs to a public or disposable mail
 * service.
 * @param domain in lower case and ASCII, as addresses are stored
 */
export async function isSharedMailDomain(domain: string): Promise<boolean> {
  known ??= read();
  const domains = await known;
  const parts = domain.split(".");
  // The last part alone is a top-level domain, so it is not checked.
  return parts.slice(0, -1).some((_, index) => domains.has(parts.slice(index).join(".")));
}
