import { createFileRoute } from "@tanstack/react-router";
import { listRoute } from "../screens/listRoute";
import { ListPage } from "../screens/lists";

export const Route = createFileRoute("/holders")({
  ...listRoute("/holders"),
  component: () => <ListPage path="/holders" />,
});
