import type { NetworkOverview } from "#ingest";

/** Networks whose nodes are read, for administrators. Changes are in the audit log. */
export interface LedgerDesk {
  /** Null if no network or no asset is configured, with what is missing or wrong in the settings. */
  networks(): Promise<{ networks: NetworkOverview[] | null; problem: string | null }>;
  /** @throws InvalidError for a network that cannot be read */
  pause(network: string, by: Administrator): Promise<void>;
  /** Ends a pause and reads the network at once. */
  resume(network: string, by: Administrator): Promise<void>;
  /**
   * Starts to read a network, which continues after the call.
   * @throws ConflictError if it is being read or paused
   */
  read(network: string, by: Administrator): Promise<void>;
}

export interface Administrator {
  id: string;
  email: string;
}
