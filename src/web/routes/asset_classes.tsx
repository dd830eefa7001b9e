import { createFileRoute } from "@tanstack/react-router";
import { listRoute } from "../screens/listRoute";
import { ListPage } from "../screens/lists";

export const Route = createFileRoute("/asset_classes")({
  ...listRoute("/asset_classes"),
  component: () => <ListPage path="/asset_classes" />,
});
