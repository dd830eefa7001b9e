import type { MetricCoverage } from "#domain/api";

/** Number of the subject's tokens with a known figure. */
export interface Coverage {
  tokens: number;
  of: number;
}

/** Coverage by metric. Omits metrics that are known for every token, and subjects without tokens. */
export const coverageByMetric = (answer: MetricCoverage | undefined): ReadonlyMap<string, Coverage> =>
  new Map(
    answer?.results
      .filter(({ tokens }) => tokens < answer.tokens)
      .map(({ metric, tokens }) => [metric, { tokens, of: answer.tokens }]),
  );

/** `1 of 4 tokens`. */
export const coverageWords = ({ tokens, of }: Coverage): string =>
  `${tokens.toLocaleString("en-US")} of ${of.toLocaleString("en-US")} tokens`;

/** Above this share, the coverage is only stated in the description of the figure. */
const NEARLY_ALL = 0.8;

/** True if the coverage must be stated next to the figure. */
export const isMuchMissing = ({ tokens, of }: Coverage): boolean => tokens < of * NEARLY_ALL;
