import type { MetricCoverage } from "#domain";

/** Of how many of its subject's tokens a figure is known. */
export interface Coverage {
  tokens: number;
  of: number;
}

/** Nothing of a metric that is known of every token, and of a subject without tokens. */
export const coverageByMetric = (answer: MetricCoverage | undefined): ReadonlyMap<string, Coverage> =>
  new Map(
    answer?.results
      .filter(({ tokens }) => tokens < answer.tokens)
      .map(({ metric, tokens }) => [metric, { tokens, of: answer.tokens }]),
  );

/** `1 of 4 tokens`. */
export const coverageWords = ({ tokens, of }: Coverage): string =>
  `${tokens.toLocaleString("en-US")} of ${of.toLocaleString("en-US")} tokens`;
