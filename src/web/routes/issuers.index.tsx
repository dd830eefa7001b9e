import { createFileRoute } from "@tanstack/react-router";
import { listRoute } from "../screens/listRoute";
import { ListPage } from "../screens/lists";

export const Route = createFileRoute("/issuers/")({
  ...listRoute("/issuers"),
  component: () => <ListPage path="/issuers" />,
});
