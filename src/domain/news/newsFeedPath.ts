/** The address of the feed of our own news. */
export const NEWS_FEED_PATH = "/news.atom";
