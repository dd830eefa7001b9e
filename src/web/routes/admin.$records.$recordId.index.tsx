import { createFileRoute } from "@tanstack/react-router";
import { RecordShow } from "../features/records/RecordShow";
import { recordPageRoute } from "../features/records/recordRoute";

export const Route = createFileRoute("/admin/$records/$recordId/")({
  ...recordPageRoute,
  component: () => <RecordShow name={Route.useParams().records} />,
});
