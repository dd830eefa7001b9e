import { expect, test } from "vitest";
import { inlineScriptHashes } from "./inlineScriptHashes";

test("every inline script has its hash once, and scripts with a source have none", () => {
  const html =
    "<head><script>alert('Hello, world.');</script><script src=\"/a.js\"></script></head>" +
    "<body><script class=\"x\">alert('Hello, world.');</script><script type=\"module\" async src='/b.js'></script></body>";
  // The value is the example of the Content Security Policy specification, section 2.3.1 (`alert('Hello, world.');`).
  expect(inlineScriptHashes(html)).toEqual(["'sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng='"]);
});
