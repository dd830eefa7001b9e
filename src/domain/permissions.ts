/**
 * What a caller may be allowed to do. Reading a resource needs its
 * permission; `public` is given to everybody, anonymous visitors included.
 */
export const permissions = ["public", "api", "experimental", "admin"] as const;
export type Permission = (typeof permissions)[number];
