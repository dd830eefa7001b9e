import { expect, test } from "vitest";
import { plainEmail } from "./email";
import { emailSchema } from "./emailSchema";

test("an address is told by pages as it is by the schema", () => {
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
  const told = texts.map((text) => plainEmail(text));
  expect(told).toEqual(texts.map((text) => emailSchema.safeParse(text).data ?? null));
  expect(told.filter((email) => email !== null).length).toBeGreaterThan(10);
});
