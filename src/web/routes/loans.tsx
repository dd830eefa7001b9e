import { createFileRoute } from "@tanstack/react-router";
import { listRoute } from "../screens/listRoute";
import { ListPage } from "../screens/lists";

export const Route = createFileRoute("/loans")({
  ...listRoute("/loans"),
  component: () => <ListPage path="/loans" />,
});
