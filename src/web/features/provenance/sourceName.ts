import type { Source } from "#domain";

/** `nav-2026-01.csv (issuer)`: a source with the name under which it was imported, if any. */
export const sourceName = ({ label, provider }: Pick<Source, "label" | "provider">): string =>
  provider === null || provider === label ? label : `${label} (${provider})`;
