import { createFileRoute } from "@tanstack/react-router";
import { profileRoute } from "../screens/profileRoute";
import { ProfilePage } from "../screens/profiles";

export const Route = createFileRoute("/platforms/$slug")({
  ...profileRoute("/platforms/:slug"),
  component: () => <ProfilePage path="/platforms/:slug" />,
});
