import { expect, test } from "vitest";
import { valueWords } from "./operatorWords";

test("a value is called by its name, and what every object has by itself", () => {
  const network = {
    name: "network_slug",
    label: "Network",
    doc: "Network.",
    type: "text",
    unit: null,
    format: null,
    polarity: null,
    values: null,
    sortable: true,
    filterable: true,
    names: { base: "Base" },
  } as const;
  expect(valueWords(network, ["base", "constructor", "__proto__"])).toBe("Base, constructor, __proto__");
});
