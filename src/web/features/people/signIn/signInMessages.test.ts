import { expect, test } from "vitest";
import { personalEmailDomains } from "#domain/vocabulary";
import { emailProblem } from "./signInMessages";

test("sixteen public email domains are rejected for work addresses, in any case", () => {
  expect(personalEmailDomains).toHaveLength(16);
  for (const domain of personalEmailDomains) {
    expect(emailProblem(` Ann@${domain.toUpperCase()} `, { workOnly: true })).toBe(
      "Please use your work email address",
    );
    expect(emailProblem(`ann@${domain}`, { workOnly: false })).toBeNull();
  }
});

test("a subdomain or a longer name is not on the list", () => {
  expect(emailProblem("ann@gmail.com.firm.example", { workOnly: true })).toBeNull();
  expect(emailProblem("ann@notgmail.com", { workOnly: true })).toBeNull();
});

test("an address is required and must be valid", () => {
  expect(emailProblem("  ", { workOnly: false })).toBe("Please enter your email");
  expect(emailProblem("ann@", { workOnly: false })).toBe("Please enter a valid email address");
});
