import type { Permission } from "#domain/vocabulary";

const requirements: Readonly<Partial<Record<Permission, string>>> = {
  experimental: "experimental features",
  charting: "charting and the data API",
  api: "the data API",
  downloads: "data downloads",
  team: "team management",
};

/** What a page with this permission requires and who can open it; null if an account is enough. */
export function gateSentence(permission: Permission): string | null {
  if (permission === "admin") return "This page requires the administrator role.";
  const included = requirements[permission];
  return included === undefined
    ? null
    : `This page requires a plan with ${included}; the operator of this site can open it to everyone.`;
}
