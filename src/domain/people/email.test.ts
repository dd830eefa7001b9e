import { expect, test } from "vitest";
import { plainEmail } from "./email";
import { emailSchema } from "./emailSchema";

test("the check of pages accepts the same addresses as the schema", () => {
  const parts = [
    "ann",
    "A.N+x",
    ".",
    "..",
    "@",
    "@@",
    "firm.example",
    "xn--e1afmkfd",
    ".co",
    " ",
    "\n",
    "ü",
    "K",
    "'",
  ];
  const long = `${"a".repeat(64)}@${"b".repeat(185)}.io`;
  const texts = [long, `${long}n`, `${long}né`, "", "\u00a0ann@firm.example\ufeff", "ann@firm.example\u0000"];
  for (const a of parts)
    for (const b of parts) for (const c of parts) texts.push(`${a}${b}${c}`, `ann@${a}${b}${c}`);
  const normalized = texts.map((text) => plainEmail(text));
  expect(normalized).toEqual(texts.map((text) => emailSchema.safeParse(text).data ?? null));
  expect(normalized.filter((email) => email !== null).length).toBeGreaterThan(10);
});
