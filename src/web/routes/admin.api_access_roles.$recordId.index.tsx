import { createFileRoute } from "@tanstack/react-router";
import { RecordShow } from "../features/records/RecordShow";
import { recordPageRoute } from "../features/records/recordRoute";

export const Route = createFileRoute("/admin/api_access_roles/$recordId/")({
  ...recordPageRoute("api_access_roles"),
  component: () => <RecordShow name="api_access_roles" />,
});
