import type { Logger } from "pino";
import { type Installation, readInstallation } from "#accounts/features";
import { anonymousUser } from "#domain/people";
import type { PeopleStore } from "#stores";

/** How long a read state is cached: every process sees a change within a second. */
const REMEMBERED_MS = 900;

export interface InstallationOptions {
  people: PeopleStore;
  log: Pick<Logger, "warn">;
}

export interface InstallationReader {
  /**
   * The installation's state for visitors without an account. While the store is unavailable, the last known state;
   * before the first read, only public pages are open.
   */
  read: () => Promise<Installation>;
  /** Makes the next `read` see changes made before this call. */
  invalidate: () => void;
}

export function createInstallation({ people, log }: InstallationOptions): InstallationReader {
  let last: Installation = { everybody: anonymousUser, hasAdministrator: true };
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<Installation> | null = null;
  let version = 0;
  const read = async (): Promise<Installation> => {
    const started = version;
    let found = last;
    try {
      found = await readInstallation(people);
    } catch (error) {
      log.warn({ err: error }, "the features that are open to everyone could not be read");
    }
    if (started !== version) return found;
    last = found;
    readAt = performance.now();
    reading = null;
    return last;
  };
  return {
    read: async () => {
      if (performance.now() - readAt < REMEMBERED_MS) return last;
      reading ??= read();
      return reading;
    },
    invalidate: () => {
      version += 1;
      readAt = Number.NEGATIVE_INFINITY;
      reading = null;
    },
  };
}
