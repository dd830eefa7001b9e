import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Select } from "./Select";

const options = ["Ethereum", "Solana"].map((label) => ({ value: label.toLowerCase(), label }));

test.each([true, false])("is named by its label before hydration, searchable: %s", (searchable) => {
  const markup = renderToStaticMarkup(
    <Select label="Network" options={options} value="solana" onChange={() => {}} searchable={searchable} />,
  );
  const [, labelId] = /<button[^>]* aria-labelledby="([^"]+)"/.exec(markup) ?? [];
  expect(markup).toMatch(new RegExp(`id="${labelId}"[^>]*>Network<`));
  expect(markup).toContain(">Solana<");
});
