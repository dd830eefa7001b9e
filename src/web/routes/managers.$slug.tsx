import { createFileRoute } from "@tanstack/react-router";
import { participantRoute } from "../screens/participantRoute";
import { ParticipantPage } from "../screens/participants";

export const Route = createFileRoute("/managers/$slug")({
  ...participantRoute("manager"),
  component: () => <ParticipantPage kind="manager" />,
});
