import type { Logger } from "pino";
import { type Installation, readInstallation } from "#accounts";
import { anonymousUser } from "#domain";
import type { PeopleStore } from "#stores";

/** How long what was read counts: a change is seen by every process within a second. */
const REMEMBERED_MS = 900;

export interface InstallationOptions {
  people: PeopleStore;
  log: Pick<Logger, "warn">;
}

/**
 * Tells what the installation is to somebody without an account. While the store is away it is what it was last;
 * before it was ever read, nothing but what is public is open.
 */
export function createInstallation({ people, log }: InstallationOptions): () => Promise<Installation> {
  let last: Installation = { everybody: anonymousUser, hasAdministrator: true };
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<Installation> | null = null;
  const read = async (): Promise<Installation> => {
    try {
      last = await readInstallation(people);
    } catch (error) {
      log.warn({ err: error }, "the features that are open to everyone could not be read");
    }
    readAt = performance.now();
    reading = null;
    return last;
  };
  return async () => {
    if (performance.now() - readAt < REMEMBERED_MS) return last;
    reading ??= read();
    return reading;
  };
}
