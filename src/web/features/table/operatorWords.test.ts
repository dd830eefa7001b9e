import { expect, test } from "vitest";
import { bareColumn } from "./bareColumn";
import { valueWords } from "./operatorWords";

test("a value is called by its name, and what every object has by itself", () => {
  const network = { ...bareColumn("network_slug", { label: "Network" }), names: { base: "Base" } };
  expect(valueWords(network, ["base", "constructor", "__proto__"])).toBe("Base, constructor, __proto__");
});
