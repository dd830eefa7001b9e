import { NotFoundError } from "#domain/errors";
import { type Resource, resourceByName, resources } from "#domain/resources";
import { quoted } from "#domain/text";

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
