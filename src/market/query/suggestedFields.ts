import { type KnownName, metrics, nearNames, type Resource, resources, suggestedNames } from "#domain";
import type { FilterTarget, TargetResolver } from "./filterTarget";

const everyName: readonly KnownName[] = [...resources.flatMap(({ fields }) => fields), ...metrics].map(
  ({ label, ...named }) => ({ name: "slug" in named ? named.slug : named.name, label }),
);

/** What a name that a resolver does not know may have been meant for: words to end a message with. */
export function suggestedFields(
  asked: string,
  resolve: TargetResolver,
  fits: (target: FilterTarget) => boolean,
): string {
  const known = everyName.filter(({ name }) => {
    try {
      const target = resolve(name);
      return target !== null && fits(target);
    } catch {
      // What a policy denies is not told.
      return false;
    }
  });
  return suggestedNames(nearNames(asked, known));
}

/** The same for what rows can be asked to carry. */
export function suggestedFieldsOf(
  asked: string,
  { fields, nested, nestedStats }: Pick<Resource, "fields" | "nested" | "nestedStats">,
  carried: readonly { slug: string; label: string }[],
): string {
  return suggestedNames(
    nearNames(asked, [
      ...fields.filter((field) => field.exposed),
      ...carried.map(({ slug, label }) => ({ name: slug, label })),
      ...[...nested, ...nestedStats].map(({ name }) => ({ name, label: name })),
    ]),
  );
}
