import { expect, test } from "vitest";
import { escapeMarkup } from "./escapeMarkup";

test("text opens no tag, entity or attribute, in any kind of quotes", () => {
  expect(escapeMarkup(`<b a="1" c='2'> & co`)).toBe("&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt; &amp; co");
});

test("control characters, which XML does not allow, are replaced", () => {
  expect(escapeMarkup("a\0b\u001bc\u007fd\u0085e\tf\r\n")).toBe("a\ufffdb\ufffdc\ufffdd\ufffde\tf\r\n");
});
