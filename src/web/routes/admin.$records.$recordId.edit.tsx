import { createFileRoute } from "@tanstack/react-router";
import { RecordEdit } from "../features/records/RecordEdit";
import { recordEditRoute } from "../features/records/recordRoute";

export const Route = createFileRoute("/admin/$records/$recordId/edit")({
  ...recordEditRoute,
  component: () => <RecordEdit name={Route.useParams().records} />,
});
