/**
 * Errors of JSON-RPC nodes and providers. Providers agree on neither codes nor texts, so errors are recognised by
 * fragments of their texts, as observed at the providers that docs/operators/chain.md lists.
 */

/** Blocks from one number to another, both included. */
export interface BlockRange {
  from: bigint;
  to: bigint;
}

export type RpcProblem = { message: string } & (
  | {
      /** The request covers more blocks than the endpoint accepts. */
      kind: "range";
      /** The number of blocks that it accepts, if stated. */
      limit: number | null;
      /** A range that it would accept, if stated. */
      suggestion: BlockRange | null;
    }
  /** The response would be too large or take too long: fewer blocks or addresses succeed. */
  | { kind: "results" }
  /** More addresses than the endpoint accepts in one filter. */
  | { kind: "addresses" }
  /** Too many requests; `retryAfter` in seconds if stated. */
  | { kind: "rate"; retryAfter: number | null }
  /** The endpoint has deleted the requested history. */
  | { kind: "pruned" }
  /** The endpoint does not know the requested block yet. */
  | { kind: "behind" }
  | { kind: "unauthorized" }
  | { kind: "unsupported" }
  /** No valid response: connection, status 5xx, text that is not JSON. */
  | { kind: "transport" }
  /** The response contradicts the request or itself. */
  | { kind: "invalid" }
  | { kind: "unknown" }
);

export class RpcError extends Error {
  constructor(readonly problem: RpcProblem) {
    super(problem.message);
  }
}

export interface RpcErrorParts {
  message: string;
  code?: number | undefined;
  /** HTTP status. */
  status?: number | undefined;
  /** In seconds. */
  retryAfter?: number | null | undefined;
}

const COUNT = String.raw`(\d[\d,_]*(?:\.\d+)?\s?k?)`;
const pattern = (source: string) => new RegExp(source.replaceAll("COUNT", COUNT), "i");

/** Texts with the accepted number of blocks as their last group. */
const statedLimits = [
  String.raw`range (?:of )?\d+ exceeds (?:the )?limit of COUNT`,
  String.raw`\(\d+ ?> ?COUNT\)`,
  "up to an? COUNT[- ]block range",
  "limited to (?:an? )?(?:0 ?- ?)?COUNT",
  "max(?:imum)? allowed is COUNT blocks",
  "max(?:imum)? is set to COUNT",
  String.raw`max(?:imum)? (?:block )?(?:range|distance)(?: limit)?\s*(?:is|of|=|:)?\s*COUNT`,
  "distance: COUNT",
  "number of requested blocks is COUNT",
  "at most COUNT blocks",
  "(?:over|more than|exceeds?) (?:a range of |the range of |the limit of )?COUNT blocks",
  "range (?:is too (?:large|wide),? )?(?:exceeds|over|above) COUNT",
].map(pattern);

const NUMBER = String.raw`(0x[0-9a-f]+|\d+)`;
const suggestions = [
  new RegExp(String.raw`\[\s*${NUMBER}\s*,\s*${NUMBER}\s*\]`, "i"),
  new RegExp(String.raw`retry with the range ${NUMBER}\s*-\s*${NUMBER}`, "i"),
];

const fragments: readonly [kind: "addresses" | "rate" | "pruned" | "behind" | "unsupported", RegExp][] = [
  ["addresses", /less number of address|too many addresses|addresses? .*(?:at most|maximum|limit)/i],
  [
    "pruned",
    /pruned|missing trie node|just support TAG as latest|histor(?:y|ical) .*(?:not available|unavailable)/i,
  ],
  [
    "behind",
    /after last accepted block|unfinalized|invalid block height|state-sync transaction|header not found|unknown block|block not found|(?:beyond|greater than|above) (?:the )?(?:current |latest )?(?:head|block)/i,
  ],
  [
    "unsupported",
    /method not (?:found|supported|available|allowed)|unsupported method|method .* (?:does not exist|is not available)/i,
  ],
  ["rate", /\brate\b|too many requests|requests? per second|capacity|quota|compute units|throughput/i],
];

const RANGE =
  /block range|range (?:is )?too|too (?:large|wide|many) .*(?:range|blocks)|range limit|^limit exceeded$/i;
const RESULTS =
  /returned more than|more than \d+ results|max(?:imum)? results|exceeds? (?:the )?limit of|too many (?:logs|results|events)|response (?:is )?too (?:large|big)|response size|time[- ]?out|timed out|deadline exceeded|execution aborted/i;
const UNAUTHORIZED =
  /unauthori[sz]ed|forbidden|invalid (?:api[ -]?key|token|project)|must be authenticated|access denied/i;

/** EIP-4444: history that nodes may delete. */
const PRUNED_CODE = 4444;
const METHOD_NOT_FOUND = -32601;

/** Recognises the reason of a failed request. */
export function rpcProblem({ message, code, status, retryAfter = null }: RpcErrorParts): RpcProblem {
  if (status === 429) return { kind: "rate", message, retryAfter };
  if (code === PRUNED_CODE) return { kind: "pruned", message };
  if (code === METHOD_NOT_FOUND) return { kind: "unsupported", message };
  const suggestion = suggestedRange(message);
  const limit = statedLimit(message);
  if (suggestion !== null || (limit !== null && /block|range|distance/i.test(message))) {
    return { kind: "range", message, limit, suggestion };
  }
  for (const [kind, fragment] of fragments) {
    if (!fragment.test(message)) continue;
    return kind === "rate" ? { kind, message, retryAfter } : { kind, message };
  }
  if (status === 413 || RESULTS.test(message)) return { kind: "results", message };
  if (RANGE.test(message)) return { kind: "range", message, limit: null, suggestion: null };
  if (status === 401 || status === 403 || UNAUTHORIZED.test(message))
    return { kind: "unauthorized", message };
  if (status === 404 || status === 405 || status === 410) return { kind: "unsupported", message };
  if (status !== undefined && status >= 500) return { kind: "transport", message };
  return { kind: "unknown", message };
}

function statedLimit(message: string): number | null {
  for (const expression of statedLimits) {
    const text = expression.exec(message)?.at(-1);
    if (text === undefined) continue;
    const count = Number(text.replace(/[,_\sk]/gi, "")) * (/k$/i.test(text) ? 1_000 : 1);
    if (Number.isSafeInteger(count) && count >= 1) return count;
  }
  return null;
}

function suggestedRange(message: string): BlockRange | null {
  for (const expression of suggestions) {
    const [, first, last] = expression.exec(message) ?? [];
    if (first === undefined || last === undefined) continue;
    const [from, to] = [BigInt(first), BigInt(last)];
    if (from <= to) return { from, to };
  }
  return null;
}
