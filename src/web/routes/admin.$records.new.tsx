import { createFileRoute } from "@tanstack/react-router";
import { RecordNew } from "../features/records/RecordEdit";
import { recordNewRoute } from "../features/records/recordRoute";

export const Route = createFileRoute("/admin/$records/new")({
  ...recordNewRoute,
  component: () => <RecordNew name={Route.useParams().records} />,
});
