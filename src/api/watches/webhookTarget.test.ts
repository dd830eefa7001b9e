import { expect, test } from "vitest";
import { webhookTarget } from "./webhookTarget";

const target = (url: string, anyAddress = false) => webhookTarget(url, { anyAddress });

test("a public HTTPS URL is accepted, without its fragment", async () => {
  expect(await target(" https://93.184.216.34:8443/hooks?key=1#top ")).toBe(
    "https://93.184.216.34:8443/hooks?key=1",
  );
});

test.each([
  ["http://93.184.216.34/", "https://"],
  ["ftp://93.184.216.34/", "https://"],
  ["file:///etc/passwd", "https://"],
  ["hooks", "Enter a URL"],
  ["https://user:secret@93.184.216.34/", "user name"],
  [`https://93.184.216.34/${"x".repeat(2_000)}`, "2,000"],
  ["https://93.184.216.34:0/hooks", "port"],
  ["https://localhost/", "Private"],
  ["https://hooks.internal./", "Private"],
  ["https://127.0.0.1/", "Private"],
  // The same address in other notations that URL parsers accept.
  ["https://2130706433/", "Private"],
  ["https://0x7f.1/", "Private"],
  ["https://0.0.0.0/", "Private"],
  ["https://10.1.2.3/", "Private"],
  ["https://172.16.0.1/", "Private"],
  ["https://192.168.0.1/", "Private"],
  ["https://100.64.0.1/", "Private"],
  ["https://169.254.169.254/latest/meta-data", "Private"],
  ["https://[::1]/", "Private"],
  ["https://[::ffff:169.254.169.254]/", "Private"],
  ["https://[64:ff9b::a00:1]/", "Private"],
  ["https://[fe80::1]/", "Private"],
  ["https://[fd00:ec2::254]/", "Private"],
])("%s is refused", async (url, reason) => {
  await expect(target(url)).rejects.toMatchObject({
    kind: "invalid",
    problems: [{ path: "url", message: expect.stringContaining(reason) }],
  });
});

test("a closed network can allow any address", async () => {
  expect(await target("http://127.0.0.1:8080/hooks", true)).toBe("http://127.0.0.1:8080/hooks");
});
