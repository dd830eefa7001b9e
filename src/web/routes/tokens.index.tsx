import { createFileRoute } from "@tanstack/react-router";
import { listRoute } from "../screens/listRoute";
import { ListPage } from "../screens/lists";

export const Route = createFileRoute("/tokens/")({
  ...listRoute("/tokens"),
  component: () => <ListPage path="/tokens" />,
});
