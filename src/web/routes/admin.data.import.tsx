import { noop } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { ImportPage } from "../features/imports/ImportPage";
import { pageMeta } from "../features/shell/pageMeta";

export const Route = createFileRoute("/admin/data/import")({
  loader: async ({ context: { queryClient, trpc } }) => {
    // Errors are shown by the component.
    await queryClient.query(trpc.imports.current.queryOptions()).catch(noop);
  },
  head: ({ match }) =>
    pageMeta({
      site: match.context.site,
      title: "Import a file",
      description: "Upload a file of daily figures or investments, check it, and import it.",
    }),
  component: ImportPage,
});
