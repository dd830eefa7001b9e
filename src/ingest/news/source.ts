import { z } from "zod";
import { settingWithDefault } from "#domain/site";
import { scheduledSource } from "../scheduledSource";

const feedsIn = (setting: string): string[] => setting.split(/\s+/).filter((feed) => feed !== "");

/** Articles of feeds on the web. Stored articles are not stored again. */
export const source = scheduledSource({
  name: "news.read",
  label: "News feeds",
  kind: "feed",
  oneOrigin: "A news feed",
  schedule: { pattern: "17 * * * *", words: "Hourly, 17 minutes past the hour" },
  settings: {
    NEWS_FEEDS: settingWithDefault(
      z.string().superRefine((setting, context) => {
        for (const feed of feedsIn(setting)) {
          if (!URL.canParse(feed) || !/^https?:$/.test(new URL(feed).protocol)) {
            context.addIssue("is not a list of feed URLs separated by spaces");
            return;
          }
          const { username, password } = new URL(feed);
          if (username !== "" || password !== "") {
            context.addIssue("has a URL with a user name or password, which feeds cannot use");
            return;
          }
        }
      }),
      "",
    ).describe(
      "URLs of RSS, Atom or JSON feeds read every hour for `/news`, separated by spaces. Default: none.",
    ),
  },
  origins: ({ NEWS_FEEDS }) =>
    feedsIn(NEWS_FEEDS).map((address) => {
      const { host, origin, pathname } = new URL(address);
      // Without a query, which may carry a key.
      return { address, name: origin + pathname, label: host };
    }),
  cursor: z.null(),
  read: async ({ origin, now }, write) => {
    // Loaded when a feed is read: commands that only look at the settings need nothing of it.
    const { readNewsFeed } = await import("./readNewsFeed");
    const { title, items } = await readNewsFeed(origin.address, { now });
    if (title !== null) write.title(title);
    for (const item of items) write.article(item);
    return null;
  },
});
