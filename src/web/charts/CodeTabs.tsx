import { CopyText } from "../ui/controls/CopyText";
import { Tabs } from "../ui/controls/Tabs";
import { type ChartRequest, type CodeSample, codeSamples } from "./files/codeSamples";

/**
 * URL of the page that creates spreadsheet links, prefilled with a request. Files contain every row, so
 * pagination is omitted.
 */
export function spreadsheetPage({ url, query }: Pick<ChartRequest, "url" | "query">): string {
  const path = new URL(url).pathname.replace(/^\/api\/v4/, "");
  const whole = Object.fromEntries(Object.entries(query).filter(([name]) => name !== "pagination"));
  return `/tools/api/spreadsheets?${new URLSearchParams({ path, query: JSON.stringify(whole) })}`;
}

/** A request to the data API in each language, with a copy button. */
export const CodeTabs = ({ request }: { request: ChartRequest }) => (
  <>
    <Tabs
      label="Language"
      tabs={codeSamples(request).map((sample) => ({
        value: sample.name,
        label: sample.label,
        content: <Sample {...sample} />,
      }))}
    />
    <p className="mt-3 text-md">
      <a href={spreadsheetPage(request)} className="text-accent underline">
        Create a spreadsheet link
      </a>{" "}
      <span className="text-muted">No key needed; revoke it any time.</span>
    </p>
  </>
);

const Sample = ({ label, code, needsKey }: CodeSample) => (
  <CopyText label={`${label} code`} code={code} button={{ variant: "secondary" }}>
    <p className="text-md text-muted">
      {needsKey ? (
        <>
          Reads the key from <code>CADASTRE_API_KEY</code>.{" "}
          <a href="/settings/api-keys" className="text-accent underline">
            Get an API key
          </a>
        </>
      ) : (
        "No key needed; includes every group."
      )}
    </p>
  </CopyText>
);
