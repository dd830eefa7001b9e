import { createFileRoute } from "@tanstack/react-router";

export const Route = createFileRoute("/treasuries")({
  component: RouteComponent,
});

function RouteComponent() {
  return <div>Hello "/treasuries"!</div>;
}
