/** The one place that says which router the pages talk to. */
export type { AppRouter } from "./placeholderRouter";
