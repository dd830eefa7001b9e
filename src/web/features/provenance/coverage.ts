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

/** Beside a figure, a few tokens without one are no news; the words about it tell of them too. */
const NEARLY_ALL = 0.8;

/** Whether a reader must know beside the figure that it is not one of all tokens. */
export const isMuchMissing = ({ tokens, of }: Coverage): boolean => tokens < of * NEARLY_ALL;
