import { CopyButton } from "../asset/CopyButton";

/** The request URL of the API, as sent. */
export const ApiAddress = ({ address }: { address: string }) => (
  <div className="flex min-w-0 items-start gap-2 rounded-md bg-sunken px-3 py-2">
    <span className="shrink-0 font-medium text-muted text-sm">GET</span>
    <section
      className="slim-scroll max-h-24 min-w-0 flex-1 overflow-y-auto"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll it
      tabIndex={0}
      aria-label="API address"
    >
      <code className="break-all font-mono text-sm">{address}</code>
    </section>
    <CopyButton text={address} subject="API address" />
  </div>
);
