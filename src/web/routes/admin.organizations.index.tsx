import { createFileRoute } from "@tanstack/react-router";
import { RecordList } from "../features/records/RecordList";
import { recordListRoute } from "../features/records/recordRoute";

export const Route = createFileRoute("/admin/organizations/")({
  ...recordListRoute("organizations"),
  component: () => <RecordList name="organizations" />,
});
