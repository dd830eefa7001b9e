import { expect, test } from "vitest";
import { inlineScriptHashes } from "./inlineScriptHashes";

const NONCE = "b7c1";
/** The example of the Content Security Policy specification, section 2.3.1. */
const HELLO = "alert('Hello, world.');";
const HELLO_SOURCE = "'sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng='";

test("the application's own inline scripts are allowed by hash, each once, and their nonce is removed", () => {
  const page = `<head><meta property="csp-nonce" content="${NONCE}"/><script nonce="${NONCE}">${HELLO}</script><script nonce="${NONCE}" src="/a.js"></script></head><body><script class="x" nonce="${NONCE}">${HELLO}</script></body>`;
  expect(inlineScriptHashes(page, NONCE)).toEqual({
    html: `<head><script>${HELLO}</script><script src="/a.js"></script></head><body><script class="x">${HELLO}</script></body>`,
    sources: [HELLO_SOURCE],
  });
});

test.each([
  "<script>evil()</script>",
  '<script nonce="">evil()</script>',
  '<script nonce="guess">evil()</script>',
  "<script nonce>evil()</script>",
  "<SCRIPT\n>evil()</SCRIPT>",
  `<script nonce="x${NONCE}">evil()</script>`,
])("a script that came in from outside is not let in: %s", (injected) => {
  const page = `<h1>${injected}</h1><script nonce="${NONCE}">${HELLO}</script>`;
  const { html, sources } = inlineScriptHashes(page, NONCE);
  expect(sources).toEqual([HELLO_SOURCE]);
  expect(html).toContain(injected);
});

test("markup after a script that ends early is not allowed", () => {
  const page = `<script nonce="${NONCE}">${HELLO}</script><script>evil()</script>";</script>`;
  expect(inlineScriptHashes(page, NONCE).sources).toEqual([HELLO_SOURCE]);
});
