import { assetClasses } from "#domain";

/** A class of the vocabulary, with its slug among those that are known. */
export type DescribedClass = (typeof assetClasses)[number];

/** The class with a slug; undefined for a slug that no class has. */
export const classBySlug = (slug: string): DescribedClass | undefined =>
  assetClasses.find((known) => known.slug === slug);
