import { metrics } from "#domain/metrics";
import { type KnownName, nearNames, suggestedNames } from "#domain/query";
import { type Resource, resources } from "#domain/resources";
import type { FilterTarget, TargetResolver } from "./filterTarget";

const everyName: readonly KnownName[] = [...resources.flatMap(({ fields }) => fields), ...metrics].map(
  ({ label, ...named }) => ({ name: "slug" in named ? named.slug : named.name, label }),
);

/** Suggestions for an unknown name, as the end of a message. */
export function suggestedFields(
  requested: string,
  resolve: TargetResolver,
  fits: (target: FilterTarget) => boolean,
): string {
  const known = everyName.filter(({ name }) => {
    try {
      const target = resolve(name);
      return target !== null && fits(target);
    } catch {
      // Fields denied by a policy are not suggested.
      return false;
    }
  });
  return suggestedNames(nearNames(requested, known));
}

/** The same for the fields, metrics and nested parts of rows. */
export function suggestedFieldsOf(
  requested: string,
  { fields, nested, nestedStats }: Pick<Resource, "fields" | "nested" | "nestedStats">,
  carried: readonly { slug: string; label: string }[],
): string {
  return suggestedNames(
    nearNames(requested, [
      ...fields.filter((field) => field.exposed),
      ...carried.map(({ slug, label }) => ({ name: slug, label })),
      ...[...nested, ...nestedStats].map(({ name }) => ({ name, label: name })),
    ]),
  );
}
