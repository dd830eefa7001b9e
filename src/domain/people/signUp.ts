/** The setting SIGN_UP: who can create an account. Existing accounts are not affected by it. */

export interface SignUpRule {
  /** `limited`: only invited addresses and those at `domains`. */
  kind: "anyone" | "limited";
  /** Email domains in lower case; subdomains are not included. */
  domains: readonly string[];
}

/** Name of the sign-in error for an address that cannot create an account. */
export const SIGN_UP_LIMITED = "SignUpLimited";

export const anyoneCanSignUp: SignUpRule = { kind: "anyone", domains: [] };

const DOMAIN = /^([a-z0-9][a-z0-9-]*\.)+([a-z]{2,}|xn--[a-z0-9-]*[a-z0-9])$/;

const namesIn = (setting: string): string[] =>
  setting
    .split(",")
    .map((name) => name.trim().toLowerCase().replace(/^@/, ""))
    .filter((name) => name !== "");

/** @returns the problem of a value of the setting, or null */
export function signUpProblem(setting: string): string | null {
  const names = namesIn(setting);
  const words = names.filter((name) => name === "anyone" || name === "invited");
  if (names.length === 0) return "must be `anyone`, `invited` or email domains separated by commas";
  if (words.length > 0) {
    return names.length === 1 ? null : `must be either \`${words[0]}\` or email domains, not both`;
  }
  const wrong = names.find((name) => !DOMAIN.test(name));
  return wrong === undefined ? null : `includes ${JSON.stringify(wrong)}, which is not an email domain`;
}

/** @param setting a value without a `signUpProblem` */
export function signUpRule(setting: string): SignUpRule {
  const names = namesIn(setting);
  if (names[0] === "anyone") return anyoneCanSignUp;
  return { kind: "limited", domains: names[0] === "invited" ? [] : names };
}
