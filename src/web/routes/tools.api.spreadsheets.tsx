import { noop } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { pageMeta } from "../features/shell/pageMeta";
import { SpreadsheetsPage } from "../features/spreadsheets/SpreadsheetsPage";
import { readSpreadsheetSearch } from "../features/spreadsheets/spreadsheetSearch";

export const Route = createFileRoute("/tools/api/spreadsheets")({
  validateSearch: readSpreadsheetSearch,
  // Errors are shown by the component.
  loader: async ({ context: { queryClient, trpc } }) => {
    await queryClient.query({ ...trpc.spreadsheetLinks.list.queryOptions(), retry: false }).catch(noop);
    return { under: "/tools/api/api-keys", crumb: "Spreadsheets" };
  },
  head: ({ match }) =>
    pageMeta({
      site: match.context.site,
      title: "Spreadsheets",
      description: "Links that let spreadsheets read the data API.",
    }),
  component: Spreadsheets,
});

function Spreadsheets() {
  return <SpreadsheetsPage search={Route.useSearch()} origin={Route.useRouteContext().site.origin} />;
}
