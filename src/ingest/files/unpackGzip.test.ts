import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { unpackGzip } from "./unpackGzip";

/** Text with little to pack, so that its packed form is about as long. */
const text = (seed: number, lines: number) =>
  Array.from({ length: lines }, (_, i) => `${(seed + i * 7919) % 10_007},${(i * seed) % 997}`).join("\n");

async function unpack(data: Buffer, chunk: number): Promise<{ text: string; broken: string | null }> {
  let broken: string | null = null;
  async function* chunks() {
    for (let at = 0; at < data.length; at += chunk) yield data.subarray(at, at + chunk);
  }
  const out: Buffer[] = [];
  for await (const part of unpackGzip(chunks(), (reason) => {
    broken = reason;
  })) {
    out.push(part);
  }
  return { text: Buffer.concat(out).toString(), broken };
}

const members = [text(3, 4_000), text(5, 1), "", text(7, 9_000)];
const packed = members.map((member) => gzipSync(member));
const zeros = (n: number) => Buffer.alloc(n);
const whole = members.join("");

describe("unpackGzip", () => {
  // 1 byte at a time ends a chunk within every header and trailer; files are read by 128 KiB.
  it.each([1, 26, 4096, 16_384, 16_385, 131_072])(
    "reads every member, in chunks of %d bytes",
    async (chunk) => {
      expect(await unpack(Buffer.concat(packed), chunk)).toEqual({ text: whole, broken: null });
    },
  );

  it.each([1, 512, 100_000])("passes over %d zero bytes between and after members", async (padding) => {
    const data = Buffer.concat(packed.flatMap((member) => [member, zeros(padding)]));
    for (const chunk of [7, 16_384, 131_072]) {
      expect(await unpack(data, chunk)).toEqual({ text: whole, broken: null });
    }
  });

  it("says that a later member breaks off, and gives what comes before", async () => {
    const [first, , , last] = packed as [Buffer, Buffer, Buffer, Buffer];
    const data = Buffer.concat([first, zeros(512), last.subarray(0, 20_000)]);
    const { text: got, broken } = await unpack(data, 16_384);
    expect(broken).toBe("the compressed data is truncated: unexpected end of file");
    expect(`${members[0]}${members[3]}`.startsWith(got)).toBe(true);
    expect(got.length).toBeGreaterThan((members[0] as string).length);
  });

  it("rejects trailing data that is not packed", async () => {
    const data = Buffer.concat([packed[0] as Buffer, zeros(3), Buffer.from("entity,metric")]);
    await expect(unpack(data, 131_072)).rejects.toThrow(
      "The compressed data is damaged (incorrect header check)",
    );
  });
});
