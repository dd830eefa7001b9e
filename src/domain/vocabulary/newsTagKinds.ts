/** The kinds of entity that articles are tagged with. */
export const newsTagKinds = ["asset", "platform", "issuer", "manager", "network"] as const;
export type NewsTagKind = (typeof newsTagKinds)[number];
