import { createFileRoute } from "@tanstack/react-router";
import { RecordShow } from "../features/records/RecordShow";
import { recordPageRoute } from "../features/records/recordRoute";

export const Route = createFileRoute("/admin/api_access_policy_assignments/$recordId/")({
  ...recordPageRoute("api_access_policy_assignments"),
  component: () => <RecordShow name="api_access_policy_assignments" />,
});
