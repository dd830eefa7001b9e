import { ApiToolsNav } from "../apiTools/ApiToolsNav";
import { PageHeader } from "../shell/PageHeader";
import { NewSpreadsheetLink } from "./NewSpreadsheetLink";
import { SpreadsheetLinkList } from "./SpreadsheetLinkList";
import type { SpreadsheetSearch } from "./spreadsheetSearch";

/** Creates, lists and revokes links through which spreadsheets read the data API. */
export const SpreadsheetsPage = ({ search, origin }: { search: SpreadsheetSearch; origin: string }) => (
  <div className="mx-auto max-w-3xl">
    <PageHeader
      title="Spreadsheets"
      description="Read-only links for Google Sheets, Excel and LibreOffice, one for each query."
    />
    <ApiToolsNav current="Spreadsheets" />
    <div className="flex flex-col gap-5">
      <NewSpreadsheetLink search={search} origin={origin} />
      <SpreadsheetLinkList />
    </div>
  </div>
);
