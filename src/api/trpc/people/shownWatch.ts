/** Watches, endpoints and deliveries as shown on pages: dates as text, no secrets. */
import type { Delivery, StoredWatch, WatchReader, WebhookEndpoint } from "#accounts/watches";
import { entityOf, entityPage, entityTypes, type SubjectType, WHOLE_CATALOG } from "#domain/resources";
import { conditionWords } from "#domain/watches";
import type { Market } from "#market";
import { scopeOfReader } from "../../watches/evaluateWatch";

/** The name of a subject as visible to its reader; `path` is null if it has no page. */
export type SubjectNames = (type: SubjectType, id: number | null) => { name: string; path: string | null };

export async function subjectNames(
  market: Market,
  reader: WatchReader,
  today: string,
): Promise<SubjectNames> {
  const scope = scopeOfReader(reader, today);
  const names = await market.narrowed(scope).names();
  return (type, id) => {
    const kind = entityTypes.find((one) => one === type);
    if (kind === undefined || id === null) return { name: WHOLE_CATALOG, path: null };
    const { label, resource } = entityOf(kind);
    const terms = scope?.termsOf(resource);
    const isHidden = terms !== undefined && (terms.deniedBy !== null || terms.hidden.has("name"));
    const entity = isHidden ? undefined : names.get(kind)?.byId.get(id);
    if (entity === undefined) return { name: `${label} ${id}`, path: null };
    return { name: entity.name, path: entityPage(kind, entity.slug) };
  };
}

export const shownWatch = (row: StoredWatch, names: SubjectNames) => ({
  id: row.id,
  name: row.name,
  subject: { type: row.subjectType, id: row.subjectId, ...names(row.subjectType, row.subjectId) },
  condition: row.condition,
  text: conditionWords(row.condition),
  cadence: row.cadence,
  receivers: row.receivers,
  endpointId: row.endpointId,
  isPaused: row.pausedAt !== null,
  problem: row.problem,
  lastFiredAt: row.lastFiredAt?.toISOString() ?? null,
});

export const shownEndpoint = (row: WebhookEndpoint) => ({
  id: row.id,
  url: row.url,
  isPaused: row.pausedAt !== null,
  pausedReason: row.pausedReason,
  failingSince: row.failingSince?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
});

export const shownDelivery = (row: Delivery) => ({
  id: row.id,
  channel: row.channel,
  isTest: row.isTest,
  status: row.status,
  dueAt: row.dueAt.toISOString(),
  createdAt: row.createdAt.toISOString(),
  attempts: row.attempts,
});
