import { createFileRoute } from "@tanstack/react-router";
import { RecordShow } from "../features/records/RecordShow";
import { recordPageRoute } from "../features/records/recordRoute";

export const Route = createFileRoute("/admin/contact_requests/$recordId")({
  ...recordPageRoute("contact_requests"),
  component: () => <RecordShow name="contact_requests" />,
});
