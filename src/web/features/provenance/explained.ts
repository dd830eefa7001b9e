import { createContext } from "react";

/** Slugs of the metrics with provenance on the page. */
export const Explained = createContext<ReadonlySet<string>>(new Set());
