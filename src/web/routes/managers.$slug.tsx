import { createFileRoute } from "@tanstack/react-router";
import { profileRoute } from "../screens/profileRoute";
import { ProfilePage } from "../screens/profiles";

export const Route = createFileRoute("/managers/$slug")({
  ...profileRoute("/managers/:slug"),
  component: () => <ProfilePage path="/managers/:slug" />,
});
