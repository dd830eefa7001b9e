import { createFileRoute } from "@tanstack/react-router";
import { UiGallery } from "../features/gallery/UiGallery";
import { pageMeta } from "../features/shell/pageMeta";

export const Route = createFileRoute("/developer/ui")({
  head: ({ match }) =>
    pageMeta({
      site: match.context.site,
      title: "Interface kit",
      description: "Parts of the interface.",
    }),
  component: UiGallery,
});
