/** Addresses of Tron in statements: Base58Check of a first byte and the twenty bytes of an address (java-tron). */

/** First byte of an address, in hexadecimal digits. */
const PREFIX = "41";

/** The text of an address that is a number. */
export function tronAddressSql(number: string): string {
  const bytes = `unhex(concat('${PREFIX}', leftPad(hex(${number}), 40, '0')))`;
  return `base58Encode(concat(${bytes}, substring(SHA256(SHA256(${bytes})), 1, 4)))`;
}

/** The number of an address that is a text; of any number for a text that is no address. */
export const tronNumberSql = (text: string): string =>
  `reinterpretAsUInt256(reverse(substring(tryBase58Decode(${text}), 2, 20)))`;

/** Whether a text has the form of an address. Its checksum is not compared. */
export const isTronForm = (text: string): boolean => /^T[1-9A-HJ-NP-Za-km-z]{33}$/.test(text);
