/** What version 3 of the data API still answers, for clients that were written for it. */

export interface Version3Endpoint {
  /** Path of the endpoint of version 4 that answers. */
  answeredBy: string;
  /** Path in version 4 that its clients are led to. */
  successor: string;
  /** Name of the page that explores it. */
  explorer: string;
}

/** By their paths in version 3. */
export const version3Endpoints: Readonly<Record<string, Version3Endpoint>> = {
  "/assets/aggregates/timeseries": {
    answeredBy: "/assets/aggregates/timeseries",
    successor: "/assets/aggregates/timeseries",
    explorer: "asset_timeseries",
  },
  "/tokens/aggregates/timeseries": {
    answeredBy: "/tokens/aggregates/timeseries",
    successor: "/tokens/aggregates/timeseries",
    explorer: "token_timeseries",
  },
  "/protocols/timeseries": {
    answeredBy: "/protocol_timeseries",
    successor: "/tokens/aggregates/timeseries",
    explorer: "protocol_timeseries",
  },
};
