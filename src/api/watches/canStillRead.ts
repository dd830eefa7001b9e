import { type DeliveredFiring, readerOfWatch } from "#accounts";
import type { Market } from "#market";
import type { PeopleStore } from "#stores";
import { basisOf } from "./basisOf";
import { evaluateWatch } from "./evaluateWatch";

/** What the owner of a watch may read of what it is about. */
interface Readable {
  basis: string;
  isNarrowed: boolean;
  ids: ReadonlySet<number>;
}

/** Looks that are made for one email or one page: watches that are alike share theirs. */
export type EvaluationCache = Map<string, Promise<Readable | null>>;

export interface ReadingSources {
  people: PeopleStore;
  market: Market;
  known?: EvaluationCache;
}

/**
 * Whether the owner of a watch may still read what a firing says: since it fired, they may have been suspended, and
 * a policy may have closed what it is about, or hidden some of the rows that it lists.
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
  // A total may have counted rows that are no longer to be read.
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
    today: now.toISOString().slice(0, 10),
  });
  if (found.problem !== "") return null;
  return {
    basis: basisOf(reader),
    isNarrowed: reader.policies.length > 0,
    ids: new Set(found.items.map((item) => item.id)),
  };
}
