import { useMemo } from "react";
import { cutText } from "#domain";
import { CopyButton } from "../asset/CopyButton";

/** Limit of shown characters: megabytes of text slow down scrolling. */
const SHOWN = 60_000;

/** The JSON of a response, unchanged except for formatting. */
export function ResponseJson({ body }: { body: object }) {
  const text = useMemo(() => JSON.stringify(body, null, 2), [body]);
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-center justify-between gap-2">
        <p className="text-muted text-sm">
          {text.length > SHOWN
            ? `The first ${SHOWN.toLocaleString("en-US")} of ${text.length.toLocaleString("en-US")} characters; copying includes them all.`
            : "Raw API response."}
        </p>
        <CopyButton text={text} subject="JSON" />
      </div>
      <section
        className="slim-scroll max-h-[36rem] overflow-auto rounded-md bg-sunken p-3"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll it
        tabIndex={0}
        aria-label="JSON of the response"
      >
        <pre className="text-sm">
          <code>{cutText(text, SHOWN)}</code>
        </pre>
      </section>
    </div>
  );
}
