/** Results of `cadastre chain` as lines of text; loaded when a command has a result. */
import { formatCount, formatTimeLeft } from "#domain/text";
import type { Output } from "../outputs";

export function* statusLines({ networks }: Output<"chainStatus">): Generator<string> {
  for (const { network, endpoints, stopped, tokens, state, reason, pause, readAt } of networks) {
    yield `${network}: ${formatCount(endpoints, "endpoint")}, ${formatCount(tokens.length, "token")}.`;
    if (stopped !== null) yield `  Stopped since ${stopped.since}. ${stopped.reason}`;
    if (pause !== null) yield `  Paused since ${minuteOf(pause.at)} (${pause.by}): it is not read.`;
    if (state === "failed") yield `  Not read to the end at ${minuteOf(readAt ?? "")}: ${reason}`;
    if (state === "interrupted") yield "  The last reading was interrupted. The next one continues.";
    if (state === "reading" || state === "waiting")
      yield `  It is ${state === "reading" ? "being read" : "waiting to be read"} now.`;
    for (const one of tokens) {
      const { token, block, blockDay, missingBlocks, transfers, lastDay, endpoint, verification } = one;
      if (endpoint === null) {
        yield `  ${token}: nothing has been read yet.`;
        continue;
      }
      const upTo =
        block === null
          ? "not from the first block on"
          : `up to block ${block.toLocaleString("en-US")} of ${blockDay}`;
      const gaps =
        missingBlocks === 0
          ? ""
          : `, ${formatCount(missingBlocks, "block")} missing below the newest that was read`;
      yield `  ${token}: read ${upTo}${gaps}; ${formatCount(transfers, "transfer")}; figures ${
        lastDay === null ? "of no day yet" : `up to ${lastDay}`
      }; last read from ${endpoint}; ${verificationWords(verification)}.`;
      const words = supplyWords(one.supply);
      if (words !== null) yield `    ${words}`;
    }
  }
}

/** An instant of ISO 8601 in UTC, without its seconds. */
const minuteOf = (instant: string): string => `${instant.slice(0, 16).replace("T", " ")} UTC`;

type Supply = Output<"chainStatus">["networks"][number]["tokens"][number]["supply"];

/** What is to be said of its supply; null if its contract states what its transfers add up to. */
function supplyWords(supply: Supply): string | null {
  if (supply === null || (supply.problem === null && supply.ledger === supply.stated)) return null;
  const { block, ledger, stated, kind, problem } = supply;
  const at = `at block ${block.toLocaleString("en-US")}`;
  if (problem !== null) return `Its supply ${at} is unknown: ${problem}`;
  if (ledger === null) return `Its supply ${at} does not fit into 256 bits by its transfers.`;
  const difference = `Its contract states a supply of ${stated} ${at}, its transfers add up to ${ledger}, in its smallest unit`;
  return kind === null ? `${difference}.` : `${difference}: probably of the kind ${kind}.`;
}

type Verification = Output<"chainStatus">["networks"][number]["tokens"][number]["verification"];

function verificationWords(verification: Verification): string {
  if (verification === null) return "not compared with its contract yet";
  const { at, block, isVerified, problems } = verification;
  const result = !isVerified
    ? "differed from its contract"
    : problems.length > 0
      ? "compared with its contract in part, without a difference,"
      : "equal to its contract";
  return `${result} at block ${block.toLocaleString("en-US")} (${minuteOf(at)})`;
}

export function* verificationLines({ tokens }: Output<"chainVerification">): Generator<string> {
  for (const { network, token, isVerified, block, supply, balances, ranges, problems } of tokens) {
    const at = block === null ? "" : ` at block ${block.toLocaleString("en-US")}`;
    const compared = `supply${supply === null ? " not compared" : ""}, ${formatCount(balances.checked, "balance")} and ${formatCount(ranges.checked, "range")} compared`;
    const result = !isVerified
      ? ", with differences:"
      : problems.length > 0
        ? ", without a difference, but incomplete:"
        : ", all equal.";
    yield `${network}, ${token}${at}: ${compared}${result}`;
    if (supply !== null && supply.ledger !== supply.contract) {
      yield `  Supply: ${supply.ledger} by its transfers, ${supply.contract} by its contract, in its smallest unit.`;
    }
    for (const { holder, ledger, contract } of balances.differing) {
      yield `  Balance of ${holder}: ${ledger} by its transfers, ${contract} by its contract.`;
    }
    for (const { from, to, reason } of ranges.differing) yield `  Blocks ${from} to ${to}: ${reason}`;
    for (const problem of problems) yield `  ${problem}`;
  }
}

export function* planLines({ networks, quota }: Output<"chainPlan">): Generator<string> {
  for (const { network, tokens, finalBlock, blocks, endpoints, failures } of networks) {
    const upTo = finalBlock === null ? "" : ` up to block ${finalBlock.toLocaleString("en-US")}`;
    yield `${network}: ${formatCount(tokens, "token")}, ${formatCount(blocks, "block")} to read${upTo}.`;
    for (const one of endpoints) {
      const { endpoint, limit, requests, calls, seconds, transfers, lasts } = one;
      yield `  ${endpoint}: about ${formatCount(requests, "request")} with ${formatCount(calls, "call")}, ${formatCount(transfers, "transfer")} and ${formatTimeLeft(seconds)}.`;
      if (limit !== null)
        yield `    It accepts ${formatCount(limit.blocks, "block")} a request: ${limit.message}`;
      if (quota !== null) yield `    ${quotaWords({ quota, calls, lasts })}`;
    }
    for (const { endpoint, reason } of failures) yield `  ${endpoint} cannot be used: ${reason}`;
  }
}

function quotaWords({
  quota,
  calls,
  lasts,
}: {
  quota: number;
  calls: number;
  lasts: boolean | null;
}): string {
  const allowed = `A quota of ${formatCount(quota, "call")}`;
  if (lasts) return `${allowed} lasts.`;
  const times = Math.ceil(calls / quota).toLocaleString("en-US");
  return `${allowed} does not last: ${times} times as many are needed. Use another endpoint, or fewer assets.`;
}

export function* reportLines({ networks, figures }: Output<"chainReport">): Generator<string> {
  for (const one of networks) {
    const {
      network,
      tokens,
      blocks,
      transfers,
      finalBlock,
      lastDay,
      error,
      isStopped,
      pause,
      failures,
      skipped,
      notes,
    } = one;
    if (pause !== null && blocks === 0) {
      yield `${network}: not read, since it is paused (${pause.by}, ${pause.at.slice(0, 10)}). Use cadastre chain resume ${network}, or --include-paused to read it once.`;
      continue;
    }
    yield `${network}: ${formatCount(tokens, "token")}, ${formatCount(transfers, "transfer")} in ${formatCount(blocks, "block")} read${
      finalBlock === null ? "" : `, up to block ${finalBlock.toLocaleString("en-US")}`
    }; figures ${lastDay === null ? "of no day yet" : `up to ${lastDay}`}.`;
    if (pause !== null) yield `  Not read to the end: it was paused meanwhile (${pause.by}).`;
    if (error !== null) yield `  ${isStopped ? "Stopped." : "Not read to the end:"} ${error}`;
    else for (const { endpoint, reason } of failures) yield `  ${endpoint} was not used: ${reason}`;
    for (const { label, reason } of notes) yield `  ${label}: ${reason}`;
    for (const { label, reason } of skipped) yield `  ${label} is not read: ${reason}`;
  }
  yield `${formatCount(figures, "figure")} new or changed.`;
}
