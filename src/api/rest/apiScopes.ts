import { z } from "zod";
import { quoted, resources } from "#domain";
import { endpoints } from "./endpoints";

const scopes = endpoints.flatMap(({ scope }) => scope ?? []);

/** What a key can be limited to: the lists, each with its single rows, then totals and series of lists, then the rest. */
export const apiScopes: readonly string[] = [
  ...new Set([
    ...resources.map(({ slug }) => slug),
    ...scopes.filter((scope) => scope.includes("/")).sort(),
    ...scopes,
  ]),
];

/** The endpoints of a key; null for all. */
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
