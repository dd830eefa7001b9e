import { createFileRoute } from "@tanstack/react-router";
import { RecordList } from "../features/records/RecordList";
import { recordListRoute } from "../features/records/recordRoute";

export const Route = createFileRoute("/admin/contact_requests/")({
  ...recordListRoute("contact_requests"),
  component: () => <RecordList name="contact_requests" />,
});
