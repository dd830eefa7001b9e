import { createContext } from "react";

/** Slugs of the metrics that a section of the page explains for its subject. */
export const Explained = createContext<ReadonlySet<string>>(new Set());
