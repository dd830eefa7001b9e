import type { NetworkOverview, NetworkPlan } from "#ingest";

/** What reading a network would take, as an administrator has requested it since the process started. */
export interface RequestedPlan {
  /** Null while trial requests are sent, and if they failed. */
  plan: NetworkPlan | null;
  error: string | null;
}

/** Networks whose nodes are read, for administrators. Changes are in the audit log. */
export interface LedgerDesk {
  /** Null if no network or no asset is configured, with what is missing or wrong in the settings. */
  networks(): Promise<{
    networks: (NetworkOverview & { requestedPlan: RequestedPlan | null })[] | null;
    problem: string | null;
  }>;
  /**
   * Starts to estimate what reading a network would take; `networks` has the result.
   * @throws InvalidError for a network that cannot be read
   */
  plan(network: string): void;
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
