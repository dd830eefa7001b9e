import { createHash } from "node:crypto";
import { type DeliveredFiring, readerOfWatch, type WatchReader } from "#accounts/watches";
import { isoDay } from "#domain/days";
import type { Market } from "#market";
import type { PeopleStore } from "#stores";
import { evaluateWatch } from "./evaluateWatch";

/**
 * Hash of the policy terms that determine which rows an owner can read. Names, assignments and rate limits of policies
 * do not affect it.
 */
export function basisOf({ policies }: Pick<WatchReader, "policies">): string {
  const terms = policies
    .filter(({ actions }) => actions.length === 0 || actions.includes("read"))
    .map(({ effect, resources, rowFilter, hiddenFields, historyDays }) =>
      JSON.stringify([effect, resources.toSorted(), rowFilter, hiddenFields.toSorted(), historyDays]),
    );
  return createHash("sha256")
    .update(JSON.stringify([...new Set(terms)].toSorted()))
    .digest("base64url");
}

/** The part of a watch's subject that its owner can read. */
interface Readable {
  basis: string;
  isNarrowed: boolean;
  ids: ReadonlySet<number>;
}

/** Evaluations shared by equal watches within one email or page. */
export type EvaluationCache = Map<string, Promise<Readable | null>>;

export interface ReadingSources {
  people: PeopleStore;
  market: Market;
  known?: EvaluationCache;
}

/**
 * Whether the owner of a watch can still read a firing. Since it fired, the owner may have been suspended, or
 * a policy may have hidden the subject or some of the listed rows.
 */
export async function canStillRead(
  { known = new Map(), ...sources }: ReadingSources,
  firing: Pick<DeliveredFiring, "watch" | "facts">,
  now: Date,
): Promise<boolean> {
  const { watch, facts } = firing;
  const { userId, organizationId, madeBy } = watch;
  const { type, id } = facts.subject;
  const key = JSON.stringify([userId, organizationId, madeBy, type, id, facts.condition]);
  const looking = known.get(key) ?? readableOf(sources, firing, now);
  known.set(key, looking);
  const readable = await looking;
  if (readable === null) return false;
  // A total may include rows that can no longer be read.
  if (facts.basis !== readable.basis && readable.isNarrowed) return false;
  return facts.items.every((item) => readable.ids.has(item.id));
}

async function readableOf(
  { people, market }: ReadingSources,
  { watch, facts }: Pick<DeliveredFiring, "watch" | "facts">,
  now: Date,
): Promise<Readable | null> {
  const reader = await readerOfWatch(people, watch);
  if (reader === null) return null;
  const found = await evaluateWatch(market, {
    watch: { subjectType: facts.subject.type, subjectId: facts.subject.id, condition: facts.condition },
    reader,
    today: isoDay(now),
  });
  if (found.problem !== "") return null;
  return {
    basis: basisOf(reader),
    isNarrowed: reader.policies.length > 0,
    ids: new Set(found.items.map((item) => item.id)),
  };
}
