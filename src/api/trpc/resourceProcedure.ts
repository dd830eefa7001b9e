import { z } from "zod";
import { resourceByName } from "#domain";
import { requirePermission } from "../access/requirePermission";
import { domainProcedure } from "./domainProcedure";

const named = z.object({ resource: z.string() });

/** A procedure over a resource, which its `resource` input names: it needs what the resource's description says. */
export const resourceProcedure = domainProcedure.use(async ({ ctx, getRawInput, next }) => {
  const input = named.safeParse(await getRawInput());
  const resource = input.success ? resourceByName(input.data.resource) : undefined;
  if (resource !== undefined) requirePermission(ctx.user, resource.permission);
  return next();
});
