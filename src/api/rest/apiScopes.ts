import { z } from "zod";
import { resources } from "#domain/resources";
import { quoted } from "#domain/text";
import { endpoints } from "./endpoints";

const scopes = endpoints.flatMap(({ scope }) => scope ?? []);

/** The scopes of keys: lists with their single rows, then totals and series, then others. */
export const apiScopes: readonly string[] = [
  ...new Set([
    ...resources.map(({ slug }) => slug),
    ...scopes.filter((scope) => scope.includes("/")).sort(),
    ...scopes,
  ]),
];

/** The scopes of a key; null for all. */
export const apiKeyEndpointsSchema = z
  .array(
    z.string().refine((name) => apiScopes.includes(name), {
      error: ({ input }) =>
        `${quoted(String(input))} is not an endpoint of the API; use ${apiScopes.join(", ")}`,
    }),
  )
  .min(1, "Choose at least one endpoint")
  .max(apiScopes.length)
  .transform((names) => [...new Set(names)])
  .nullable();
