import type { WatchReader } from "#accounts";
import {
  ForbiddenError,
  InvalidError,
  NotFoundError,
  PEG_CLASS,
  PEG_DENOMINATION,
  type WatchCondition,
  type WatchSubject,
} from "#domain";
import { getEntity, type Market } from "#market";
import { evaluateWatch, type Found, scopeOfReader } from "./evaluateWatch";

export interface WatchableRequest {
  subject: WatchSubject;
  condition: WatchCondition;
  reader: WatchReader;
  today: string;
}

/**
 * The result that a watch would have now.
 * @throws NotFoundError, ForbiddenError if the owner cannot read the subject, InvalidError for a peg to another currency
 * and for attestations without a due date
 */
export async function requireWatchable(
  market: Market,
  { subject, condition, reader, today }: WatchableRequest,
): Promise<Extract<Found, { problem: "" }>> {
  const watch = { subjectType: subject.type, subjectId: subject.id, condition };
  const found = await evaluateWatch(market, { watch, reader, today });
  if (found.problem === "gone") throw new NotFoundError("The item to watch is not in the catalog.");
  if (found.problem !== "") throw new ForbiddenError("This is not available to you.");
  if (condition.kind === "attestation_overdue" && "holds" in found.look && found.look.holds === null) {
    const message = "Choose an asset whose attestations have a stated frequency and a dated report";
    throw new InvalidError(`${message}.`, [{ path: "condition.kind", message }]);
  }
  if (condition.kind === "depeg") await requirePeg(market, { subject, reader, today });
  return found;
}

async function requirePeg(
  whole: Market,
  { subject, reader, today }: Omit<WatchableRequest, "condition">,
): Promise<void> {
  const market = whole.narrowed(scopeOfReader(reader, today));
  const { result: row } = await getEntity(market, {
    resource: subject.type === "token" ? "tokens" : "assets",
    id: subject.id ?? 0,
  });
  const asset =
    subject.type === "token"
      ? (await getEntity(market, { resource: "assets", id: Number(row.asset_id) })).result
      : row;
  if (asset.asset_class_slug === PEG_CLASS && asset.denomination === PEG_DENOMINATION) return;
  const message = "Choose a stablecoin that is pegged to the US dollar";
  throw new InvalidError(`${message}.`, [{ path: "condition.kind", message }]);
}
