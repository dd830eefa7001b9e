import { escapeMarkup } from "#domain/text";
import { Card } from "../../ui/display/Card";
import { CopyButton } from "../asset/CopyButton";

export interface ChartShareProps {
  title: string;
  /** URL of this page with the chart. */
  link: string;
  /** URL of the embeddable chart; null if its data is not public. */
  embed: string | null;
  /** True if the installation requires sign-in, so that other sites cannot embed its charts. */
  isPrivate: boolean;
  /** URL of its figures as CSV. */
  csv: string;
}

/** Links and code for sharing a chart. */
export function ChartShare({ title, link, embed, isPrivate, csv }: ChartShareProps) {
  const code =
    embed === null
      ? null
      : `<iframe src="${escapeMarkup(embed)}" title="${escapeMarkup(title)}" width="100%" height="520" style="border:0" loading="lazy"></iframe>`;
  return (
    <Card title="Share">
      <dl className="flex flex-col gap-3 text-md">
        <Item name="Link" text={link} subject="link" />
        {code === null ? (
          <div>
            <dt className="text-muted text-sm">Embed code</dt>
            <dd>
              {isPrivate
                ? "Charts cannot be embedded: this installation requires sign-in."
                : "Only charts of public data can be embedded: those of tokens and platforms."}
            </dd>
          </div>
        ) : (
          <Item name="Embed code" text={code} subject="embed code" />
        )}
        <div>
          <dt className="text-muted text-sm">Figures</dt>
          <dd>
            <a href={csv} className="text-accent underline">
              Download CSV
            </a>{" "}
            with every group.
          </dd>
        </div>
      </dl>
    </Card>
  );
}

const Item = ({ name, text, subject }: { name: string; text: string; subject: string }) => (
  <div className="min-w-0">
    <dt className="text-muted text-sm">{name}</dt>
    <dd className="flex min-w-0 items-start gap-2 rounded-md bg-sunken px-3 py-2">
      <section
        className="slim-scroll max-h-24 min-w-0 flex-1 overflow-y-auto"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll it
        tabIndex={0}
        aria-label={name}
      >
        <code className="break-all font-mono text-sm">{text}</code>
      </section>
      <CopyButton text={text} subject={subject} />
    </dd>
  </div>
);
