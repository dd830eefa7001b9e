/** Types of settings: an environment variable that is blank counts as absent. */
import { z } from "zod";

const blankIsAbsent = (value: unknown) => (value === "" ? undefined : value);

export const optionalSetting = <T extends z.ZodType>(type: T) => z.preprocess(blankIsAbsent, type.optional());

export const settingWithDefault = <T extends z.ZodType>(type: T, value: z.output<T>) =>
  z.preprocess((input) => blankIsAbsent(input) ?? value, type);
