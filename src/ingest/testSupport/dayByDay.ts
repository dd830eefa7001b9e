import { z } from "zod";
import { type Figure, scheduledSource } from "../scheduledSource";

/** A source for tests: its cursor counts the days that were read, a page is one day. */
export const dayByDay = (days: () => readonly (readonly Figure[])[]) =>
  scheduledSource({
    name: "days.read",
    label: "Days",
    kind: "feed",
    oneOrigin: "A calendar",
    schedule: { pattern: "* * * * * *", words: "Every second" },
    settings: { DAYS_URL: z.string().default("").describe("Where the days are.") },
    origins: ({ DAYS_URL }) =>
      DAYS_URL === "" ? [] : [{ address: DAYS_URL, name: DAYS_URL.split("?")[0] ?? "", label: "Days" }],
    cursor: z.number(),
    read: async ({ cursor }, write) => {
      const day = days()[cursor ?? 0];
      for (const figure of day ?? []) write.figure(figure);
      return (cursor ?? 0) + (day === undefined ? 0 : 1);
    },
    rewind: (to) => `2024-01-0${to + 1}`,
  });
