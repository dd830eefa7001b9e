import { createFileRoute } from "@tanstack/react-router";
import { RecordShow } from "../features/records/RecordShow";
import { recordPageRoute } from "../features/records/recordRoute";

export const Route = createFileRoute("/admin/audit_log/$recordId")({
  ...recordPageRoute("audit_log"),
  component: () => <RecordShow name="audit_log" />,
});
