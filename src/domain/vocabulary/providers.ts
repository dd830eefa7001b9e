/** Providers: who reports figures, as operators name them when they import files and rank sources. */
import { z } from "zod";

/** The provider of files that were imported without naming one. */
export const UNNAMED_PROVIDER = "files";

export const providerSchema = z
  .string()
  .max(60)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "must consist of lower-case letters, digits and single hyphens");

/** How rows keep a provider: as nothing where none was named. */
export const storedProvider = (name: string): string => (name === UNNAMED_PROVIDER ? "" : name);
