import { createHash } from "node:crypto";

/**
 * The sources `'sha256-…'` of the inline scripts that the application itself wrote into a page, for its
 * Content-Security-Policy, and the page without the marks by which it told them.
 *
 * Each render has a mark (a nonce) that no one outside of it can know, so a script that came into the page with
 * a name, a description or an address has none and is not let in. Hashes go out rather than the nonce because a
 * page is kept and sent to many: a nonce that all of them read would let in whatever carries it.
 */
export function inlineScriptHashes(page: string, nonce: string): { html: string; sources: string[] } {
  const mark = ` nonce="${nonce}"`;
  const hashes = new Set<string>();
  // Searched for by its parts: an expression for whole scripts reads a page of 200 kB ten times slower.
  for (let at = page.indexOf("<script"); at !== -1; at = page.indexOf("<script", at + 1)) {
    const opened = page.indexOf(">", at);
    const closed = page.indexOf("</script>", opened);
    if (opened === -1 || closed === -1) break;
    const attributes = page.slice(at, opened);
    const code = page.slice(opened + 1, closed);
    at = closed;
    if (code === "" || !attributes.includes(mark) || /\ssrc\s*=/i.test(attributes)) continue;
    hashes.add(`'sha256-${createHash("sha256").update(code).digest("base64")}'`);
  }
  // The router also tells the browser its nonce, for scripts that it might add; it adds none.
  const html = page.replaceAll(mark, "").replace(`<meta property="csp-nonce" content="${nonce}"/>`, "");
  return { html, sources: [...hashes] };
}
