import { assetClasses } from "#domain";

/** A known asset class. */
export type DescribedClass = (typeof assetClasses)[number];

/** The class with a slug, or undefined. */
export const classBySlug = (slug: string): DescribedClass | undefined =>
  assetClasses.find((known) => known.slug === slug);
