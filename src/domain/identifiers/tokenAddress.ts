/**
 * Spellings of a token's address in files, wallets and explorers. Each token has one key on its network,
 * independent of the spelling in the catalog.
 */

const HEX = /^0x([0-9a-f]+)(::.+)?$/i;
/** An XRPL currency and its issuer; the currency is a code or 40 hexadecimal digits. */
const XRPL = /^([^\s.:+-]{3,40})[.:+](r[1-9A-HJ-NP-Za-km-z]{24,34})$/;
/** A Stellar asset: code and issuer (SEP-11), with the type number that explorers add. */
const STELLAR = /^([a-z0-9]{1,12})[-:](G[A-Z2-7]{55})(?:-\d)?$/i;
const XRPL_HEX_CODE = /^(?!00)[0-9a-f]{40}$/i;

/** The text of a 40-digit XRPL currency code, which ends in zero bytes; null if it is not text. */
function textOfXrplCode(code: string): string | null {
  if (!XRPL_HEX_CODE.test(code)) return null;
  const bytes = (code.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16));
  const text = String.fromCharCode(...bytes).replace(/\0+$/, "");
  return /^[\x21-\x7e]+$/.test(text) ? text : null;
}

const xrplHexCode = (code: string) =>
  [...code]
    .map((sign) => sign.charCodeAt(0).toString(16).padStart(2, "0"))
    .join("")
    .padEnd(40, "0")
    .toUpperCase();

/** `0x0A…` as `0x…a`: case and leading zeros of hexadecimal addresses are insignificant. */
const trimmedHex = (digits: string) => digits.toLowerCase().replace(/^0+(?=.)/, "");

/**
 * Canonical form: equal for two spellings of one address. Case is significant except in hexadecimal
 * addresses.
 * @example addressKey("USDC:GA5Z…") === addressKey("USDC-GA5Z…-1")
 */
export function addressKey(address: string): string {
  const hex = HEX.exec(address.replace(/^xdc(?=[0-9a-f]{40}$)/i, "0x"));
  if (hex !== null) return `0x${trimmedHex(hex[1] as string)}${hex[2] ?? ""}`;
  const xrpl = XRPL.exec(address);
  if (xrpl !== null) return `${textOfXrplCode(xrpl[1] as string) ?? xrpl[1]}.${xrpl[2]}`;
  const stellar = STELLAR.exec(address);
  if (stellar !== null) return `${stellar[1]}-${(stellar[2] as string).toUpperCase()}`;
  return address;
}

/** The spellings of an address that a catalog can have, for stores that cannot compute its key. */
export function addressSpellings(address: string): string[] {
  const key = addressKey(address);
  const spellings = [address, key];
  const hex = HEX.exec(key);
  // Starknet and Move addresses have 64 digits.
  if (hex !== null && (hex[1] as string).length > 40) {
    spellings.push(`0x${(hex[1] as string).padStart(64, "0")}${hex[2] ?? ""}`);
  } else if (hex !== null) spellings.push(`0x${(hex[1] as string).padStart(40, "0")}${hex[2] ?? ""}`);
  const xrpl = XRPL.exec(key);
  if (xrpl !== null && (xrpl[1] as string).length <= 20) {
    spellings.push(`${xrplHexCode(xrpl[1] as string)}.${xrpl[2]}`);
  }
  return [...new Set(spellings)];
}

/** Namespace of an asset in CAIP-19, such as `erc20` in `eip155:1/erc20:0x…`. */
const withoutNamespace = (text: string) => text.replace(/^[-a-z0-9]{3,8}:(?!:)/, "");

export const isUrl = (text: string) => /^https?:\/\//i.test(text) && URL.canParse(text);

/** Parts of the path and fragment of a URL, in reverse order. */
function segmentsOf(url: URL): string[] {
  const parts = [...url.pathname.split("/"), ...url.hash.replace(/^#!?/, "").split(/[/?&]/)];
  return parts
    .map((part) => {
      try {
        return decodeURIComponent(part);
      } catch {
        return part;
      }
    })
    .filter((part) => part !== "")
    .reverse();
}

export interface TokenReference {
  /** As written before the address; null where the URL determines the network. */
  network: string | null;
  /** Candidates for the address, the likeliest first. */
  addresses: readonly string[];
}

/**
 * Possible readings of a text as a network and an address: `ethereum/0x…`, `ethereum:0x…`, CAIP-10 and
 * CAIP-19, and URLs of explorers. The caller checks whether the network and the address exist.
 */
export function tokenReferences(text: string): TokenReference[] {
  const url = isUrl(text) ? new URL(text) : null;
  if (url !== null) return [{ network: null, addresses: segmentsOf(url) }];
  const references: TokenReference[] = [];
  const slash = text.indexOf("/");
  if (slash > 0) {
    const address = text.slice(slash + 1);
    const addresses = [...new Set([address, withoutNamespace(address)])];
    references.push({ network: text.slice(0, slash), addresses });
  }
  // The colons of `a::b`, a Move type, are not separators.
  for (const { index } of text.matchAll(/(?<!:):(?!:)/g)) {
    if (index > 0) references.push({ network: text.slice(0, index), addresses: [text.slice(index + 1)] });
  }
  return references;
}

/** Addresses that a search text can mean: the text itself, and the address part of a reference or a URL. */
export const addressesIn = (text: string): string[] => [
  ...new Set([text, ...tokenReferences(text).flatMap(({ addresses }) => addresses)]),
];
