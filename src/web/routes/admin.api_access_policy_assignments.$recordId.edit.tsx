import { createFileRoute } from "@tanstack/react-router";
import { RecordEdit } from "../features/records/RecordEdit";
import { recordPageRoute } from "../features/records/recordRoute";

export const Route = createFileRoute("/admin/api_access_policy_assignments/$recordId/edit")({
  ...recordPageRoute("api_access_policy_assignments", (singular) => `edit ${singular}`),
  component: () => <RecordEdit name="api_access_policy_assignments" />,
});
