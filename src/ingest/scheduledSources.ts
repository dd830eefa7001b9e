import { newsFeeds } from "./news/newsFeeds";
import type { ScheduledSource } from "./scheduledSource";

/** Every source that is read on a schedule. */
export const scheduledSources: readonly ScheduledSource[] = [newsFeeds];
