import fc from "fast-check";
import { expect, it } from "vitest";
import { acceptedEncodings, contentEncodings } from "./acceptedEncodings";

it.each([
  ["gzip, deflate, br, zstd", ["br", "gzip", "deflate"]],
  ["gzip", ["gzip"]],
  ["GZIP", ["gzip"]],
  ["br;q=0", []],
  ["br;q=0, gzip", ["gzip"]],
  ["br;Q=0, gzip; Q=0.0", []],
  ["br;Q=0.2, GZIP;Q=0.8", ["gzip", "br"]],
  ["br;q=0.000, gzip;q=0", []],
  ["br;q=0.2, gzip;q=0.8", ["gzip", "br"]],
  ["br; q=0.5 , gzip ; q=0.5", ["br", "gzip"]],
  ["*", ["br", "gzip", "deflate"]],
  ["*;q=0", []],
  ["*;q=0, gzip", ["gzip"]],
  ["br;q=0, *", ["gzip", "deflate"]],
  ["identity", []],
  ["identity;q=0.5, gzip;q=1.0", ["gzip"]],
  ["identity, br;q=0.5", []],
  ["xbr, brotli, gzipped", []],
  ["", []],
  [null, []],
] as const)("takes from %j what a client takes: %j", (header, expected) => {
  expect(acceptedEncodings(header)).toEqual(expected);
});

it("never offers an encoding that the client excluded, and parses its own output to the same result", () => {
  const name = fc.constantFrom(...contentEncodings, "identity", "zstd", "*");
  const weight = fc.constantFrom("", ";q=0", ";q=0.0", ";q=0.3", ";q=1", "; q=0.7");
  fc.assert(
    fc.property(fc.array(fc.tuple(name, weight), { maxLength: 6 }), (parts) => {
      const header = parts.map(([encoding, q]) => encoding + q).join(", ");
      const accepted = acceptedEncodings(header);
      for (const encoding of accepted) {
        const named = parts.filter(([one]) => one === encoding);
        expect(named.length === 0 || named.some(([, q]) => !/q=0(\.0)?$/.test(q)), header).toBe(true);
      }
      const again = accepted.map((encoding, index) => `${encoding};q=${1 - index / 10}`).join(", ");
      expect(acceptedEncodings(again)).toEqual(accepted);
    }),
  );
});
