import { createFileRoute } from "@tanstack/react-router";
import { RecordShow } from "../features/records/RecordShow";
import { recordPageRoute } from "../features/records/recordRoute";

export const Route = createFileRoute("/admin/api_access_policies/$recordId/")({
  ...recordPageRoute("api_access_policies"),
  component: () => <RecordShow name="api_access_policies" />,
});
