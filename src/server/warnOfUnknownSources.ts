import { storedProvider, UNNAMED_PROVIDER } from "#domain";
import { providerOf, unknownProviders } from "#ingest";
import type { Application } from "./application";

/**
 * Warns about each name in `SOURCE_PRECEDENCE` without figures: a misspelled name would silently have no
 * effect.
 */
export async function warnOfUnknownSources({
  configuration,
  market,
  sources,
  log,
}: Pick<Application, "configuration" | "market" | "sources" | "log">): Promise<void> {
  // Scheduled sources, and files without a name, may still report.
  const expected = new Set([storedProvider(UNNAMED_PROVIDER), ...sources.map(providerOf)]);
  for (const name of await unknownProviders(market, configuration.sourcePrecedence.map(storedProvider))) {
    if (expected.has(name)) continue;
    log.warn(`SOURCE_PRECEDENCE lists ${name}, but nothing has been imported from a source of that name`);
  }
}
