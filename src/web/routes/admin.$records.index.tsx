import { createFileRoute } from "@tanstack/react-router";
import { RecordList } from "../features/records/RecordList";
import { recordListRoute } from "../features/records/recordRoute";

export const Route = createFileRoute("/admin/$records/")({
  ...recordListRoute,
  component: () => <RecordList name={Route.useParams().records} />,
});
