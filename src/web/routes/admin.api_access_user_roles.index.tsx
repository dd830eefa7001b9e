import { createFileRoute } from "@tanstack/react-router";
import { RecordList } from "../features/records/RecordList";
import { recordListRoute } from "../features/records/recordRoute";

export const Route = createFileRoute("/admin/api_access_user_roles/")({
  ...recordListRoute("api_access_user_roles"),
  component: () => <RecordList name="api_access_user_roles" />,
});
