import { createFileRoute } from "@tanstack/react-router";
import { participantRoute } from "../screens/participantRoute";
import { ParticipantPage } from "../screens/participants";

export const Route = createFileRoute("/platforms/$slug")({
  ...participantRoute("platform"),
  component: () => <ParticipantPage kind="platform" />,
});
