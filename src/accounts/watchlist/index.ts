/** Watchlists. */

export { noteVisit, unwatch, visitBefore, watch, watchedBy } from "./watchedItems";
