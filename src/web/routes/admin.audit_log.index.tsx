import { createFileRoute } from "@tanstack/react-router";
import { RecordList } from "../features/records/RecordList";
import { recordListRoute } from "../features/records/recordRoute";

export const Route = createFileRoute("/admin/audit_log/")({
  ...recordListRoute("audit_log"),
  component: () => <RecordList name="audit_log" />,
});
