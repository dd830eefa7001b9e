import { createFileRoute } from "@tanstack/react-router";
import { RecordEdit } from "../features/records/RecordEdit";
import { recordPageRoute } from "../features/records/recordRoute";

export const Route = createFileRoute("/admin/api_access_policies/$recordId/edit")({
  ...recordPageRoute("api_access_policies", (singular) => `edit ${singular}`),
  component: () => <RecordEdit name="api_access_policies" />,
});
