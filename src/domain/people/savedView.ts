import { z } from "zod";
import { plainLine } from "./plainText";
import { hasSavedViews, savedViewLimits, searchOfView } from "./savedViewLimits";

export const savedViewNameSchema = plainLine(savedViewLimits.name).min(1, "Enter a name");

/** The state of a view, without the parts of an address that are not part of it. */
export const savedViewSearchSchema = z
  .string()
  .max(savedViewLimits.search, "This view is too long to save. Use fewer filters or columns.")
  .regex(/^(\?|$)/, "must be a URL query")
  .transform(searchOfView);

export const savedViewPathSchema = z
  .string()
  .max(200)
  .refine(hasSavedViews, { error: "Views of this page cannot be saved." });
