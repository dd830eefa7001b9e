import { createFileRoute } from "@tanstack/react-router";
import { participantRoute } from "../screens/participantRoute";
import { ParticipantPage } from "../screens/participants";

export const Route = createFileRoute("/issuers/$slug")({
  ...participantRoute("issuer"),
  component: () => <ParticipantPage kind="issuer" />,
});
