import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Share } from "./Share";

test("a share in a sentence has the decimals of charts", () => {
  expect(renderToStaticMarkup(<Share percent={21.8} />)).toBe(
    '<data value="21.8" title="21.8%">21.80%</data>',
  );
});
