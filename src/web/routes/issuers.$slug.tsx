import { createFileRoute } from "@tanstack/react-router";
import { profileRoute } from "../screens/profileRoute";
import { ProfilePage } from "../screens/profiles";

export const Route = createFileRoute("/issuers/$slug")({
  ...profileRoute("/issuers/:slug"),
  component: () => <ProfilePage path="/issuers/:slug" />,
});
