import { entityOf, type ParticipantKind } from "#domain";
import { screenRoute } from "./screenRoute";

/** What the route of the profile of a participant is made of, beside its component. */
export const participantRoute = (kind: ParticipantKind) =>
  screenRoute(entityOf(kind).page, "page", async () => (await import("./participants")).participantOf(kind));
