import { createFileRoute } from "@tanstack/react-router";
import { RecordNew } from "../features/records/RecordEdit";
import { recordNewRoute } from "../features/records/recordRoute";

export const Route = createFileRoute("/admin/api_access_user_roles/new")({
  ...recordNewRoute("api_access_user_roles"),
  component: () => <RecordNew name="api_access_user_roles" />,
});
