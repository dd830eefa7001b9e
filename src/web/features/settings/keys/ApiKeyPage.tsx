import { ApiToolsNav } from "../../apiTools/ApiToolsNav";
import { PageHeader } from "../../shell/PageHeader";
import { ApiKeySettings } from "./ApiKeySettings";

/** The key settings as one of the API tools. */
export const ApiKeyPage = () => (
  <div className="mx-auto max-w-3xl">
    <PageHeader title="API Tools" description="Data API keys, and an explorer for each endpoint." />
    <ApiToolsNav current="API keys" />
    <div className="flex flex-col gap-5">
      <ApiKeySettings />
    </div>
  </div>
);
