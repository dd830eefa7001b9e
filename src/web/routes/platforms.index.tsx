import { createFileRoute } from "@tanstack/react-router";
import { listRoute } from "../screens/listRoute";
import { ListPage } from "../screens/lists";

export const Route = createFileRoute("/platforms/")({
  ...listRoute("/platforms"),
  component: () => <ListPage path="/platforms" />,
});
