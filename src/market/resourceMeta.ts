import { type ResourceMeta, UnavailableError } from "#domain";

/** @throws NotFoundError for a name that no resource answers to. */
export function resourceMeta(_resource: string): ResourceMeta {
  throw new UnavailableError("This is not built yet.");
}
