import { expect, it } from "vitest";
import { changeWords } from "./changeWords";

const json = (value: unknown) => JSON.stringify(value);

it.each([
  [
    "a feature flag",
    {
      before: json({ "enable-api-keys": null }),
      after: json({ "enable-api-keys": true }),
      detail: json({ kind: "everyone", flag: "enable-api-keys", value: true }),
    },
    "enable-api-keys: none → true",
  ],
  [
    "a changed record, without the moment of the change",
    {
      before: json({ id: 1, name: "A", historyDays: 30, updatedAt: "2026-01-01" }),
      after: json({ id: 1, name: "A", historyDays: null, updatedAt: "2026-01-02" }),
      detail: "",
    },
    "historyDays: 30 → none",
  ],
  [
    "a new record",
    {
      before: null,
      after: json({ id: 1, name: "Acme", description: "", resources: ["assets"] }),
      detail: "",
    },
    "name: Acme; resources: assets",
  ],
  [
    "a deleted record",
    { before: json({ policyId: 1, roleId: 2 }), after: null, detail: "" },
    "policyId: 1; roleId: 2",
  ],
  [
    "a key",
    { before: null, after: null, detail: json({ name: "k", prefix: "cad_abc", endpoints: null }) },
    "name: k; prefix: cad_abc",
  ],
  ["a command", { before: null, after: null, detail: "3 files imported" }, "3 files imported"],
  [
    "many fields",
    { before: null, after: json({ a: 1, b: 2, c: 3, d: 4, e: 5 }), detail: "" },
    "a: 1; b: 2; c: 3; 2 more",
  ],
  ["nothing else", { before: null, after: null, detail: "" }, null],
])("describes the change of an entry: %s", (_, values, words) => {
  expect(changeWords(values)).toBe(words);
});
