import { NotFoundError, quoted, type Resource, resourceByName, resources } from "#domain";

/** @throws NotFoundError for a name that no resource answers to. */
export function resourceNamed(name: string): Resource {
  const resource = resourceByName(name);
  if (resource === undefined) {
    throw new NotFoundError(
      `There is no resource ${quoted(name)}. Resources: ${resources.map((r) => r.slug).join(", ")}.`,
    );
  }
  return resource;
}
