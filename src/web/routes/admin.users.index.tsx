import { createFileRoute } from "@tanstack/react-router";
import { RecordList } from "../features/records/RecordList";
import { recordListRoute } from "../features/records/recordRoute";

export const Route = createFileRoute("/admin/users/")({
  ...recordListRoute("users"),
  component: () => <RecordList name="users" />,
});
