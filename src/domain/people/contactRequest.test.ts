import { expect, it } from "vitest";
import { contactRequestSchema } from "./contactRequest";

const request = {
  topic: "data",
  name: "Ada",
  email: "ada@example.com",
  company: "Analytical Engines",
  message: "Hello",
};
const problemWith = (part: Partial<typeof request>) =>
  contactRequestSchema.safeParse({ ...request, ...part }).error?.issues.at(-1)?.message;

it("names the field that has a control character", () => {
  expect(problemWith({ name: "Ada\u0000" })).toBe(
    "Name contains a control character, such as a line break or NUL",
  );
  expect(problemWith({ company: "a\u0007b" })).toMatch(/^Company contains/);
  expect(problemWith({ message: "a\u0000b" })).toBe("Message contains a control character, such as NUL");
});
