import { describe, expect, it } from "vitest";
import { addressesIn, addressKey, addressSpellings, tokenReferences } from "./tokenAddress";

const ISSUER = "GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN";
const XRPL_ISSUER = "rMxCKbEDwqr76QuheSUMdEGf4B9xJ8m5De";
const RLUSD = `524C555344000000000000000000000000000000.${XRPL_ISSUER}`;
const STARKNET = "0x033068F6539f8e6e6b131e6B2B814e6c34A5224bC66947c47DaB9dFeE93b35fb";

const same: readonly (readonly string[])[] = [
  ["0x7712c34205737192402172409a8F7ccef8aA2AEc", "0X7712C34205737192402172409A8F7CCEF8AA2AEC"],
  ["0x0dae81a905b645a3d1e67129b89cd0acda224e9a", "0xDAE81A905b645a3D1E67129B89CD0Acda224E9A"],
  ["0x8f9920283470F52128bF11B0c14E798bE704fD15", "xdc8f9920283470f52128bf11b0c14e798be704fd15"],
  [STARKNET, STARKNET.toLowerCase(), STARKNET.toLowerCase().replace("0x0", "0x")],
  [`USDC-${ISSUER}`, `USDC:${ISSUER}`, `USDC-${ISSUER}-1`],
  [
    RLUSD,
    `RLUSD.${XRPL_ISSUER}`,
    `RLUSD:${XRPL_ISSUER}`,
    RLUSD.toLowerCase().replace(/\..*/, RLUSD.slice(40)),
  ],
  [`0x05${"a".repeat(62)}::usdc::USDC`, `0x5${"A".repeat(62)}::usdc::USDC`],
];

describe("spellings of an address", () => {
  it.each(same)("%s has one key in every spelling", (...spellings) => {
    expect(new Set(spellings.map(addressKey)).size).toBe(1);
    const [inCatalog = ""] = spellings;
    for (const spelling of spellings) {
      expect(addressSpellings(spelling).map((one) => one.toLowerCase())).toContain(inCatalog.toLowerCase());
    }
  });

  it.each([
    ["0x1", "0x2"],
    ["0x2::a::B", "0x2::a::b"],
    ["FubtUcvhSCr3VPXEcxouoQjKQ7NWTCzXyECe76B7L3f8", "fubtUcvhSCr3VPXEcxouoQjKQ7NWTCzXyECe76B7L3f8"],
    [`USDC-${ISSUER}`, `usdc-${ISSUER}`],
    [`USD.${XRPL_ISSUER}`, RLUSD],
    ["0x0", "0x10"],
  ])("%s and %s have different keys", (one, other) => expect(addressKey(one)).not.toBe(addressKey(other)));

  it("has an address of zeros", () => expect(addressKey("0x000")).toBe("0x0"));
});

describe("references to a token", () => {
  const readings = (text: string) =>
    tokenReferences(text).flatMap(({ network, addresses }) => addresses.map((address) => [network, address]));

  it.each([
    ["ethereum/0xA", ["ethereum", "0xA"]],
    ["ethereum:0xA", ["ethereum", "0xA"]],
    ["eip155:10/erc20:0xA", ["eip155:10", "0xA"]],
    ["eip155:10:0xA", ["eip155:10", "0xA"]],
    ["stellar:pubnet/asset:USDC-GA5", ["stellar:pubnet", "USDC-GA5"]],
    [`stellar/USDC:${ISSUER}`, ["stellar", `USDC:${ISSUER}`]],
    ["sui:0x2::sui::SUI", ["sui", "0x2::sui::SUI"]],
    ["sui/0x2::sui::SUI", ["sui", "0x2::sui::SUI"]],
    ["https://tronscan.org/#/token20/TR7", [null, "TR7"]],
    ["https://etherscan.io/token/0xA?a=0xB#holders", [null, "0xA"]],
    ["https://suiscan.xyz/mainnet/coin/0x2%3A%3Asui%3A%3ASUI/txs", [null, "0x2::sui::SUI"]],
    ["https://example.com/%ff/0xA", [null, "0xA"]],
  ])("%s", (text, expected) => expect(readings(text)).toContainEqual(expected));

  it("has none in plain text", () => {
    for (const text of ["buidl", "0xA", ":0xA", "/0xA", "0x2::sui::SUI", ""])
      expect(tokenReferences(text)).toEqual([]);
    expect(addressesIn("0xA")).toEqual(["0xA"]);
  });
});
