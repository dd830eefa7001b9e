import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { useRouteContext } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { currentDay } from "#domain/days";
import { useFigureScope } from "../../rpc/useTrpc";
import { CopyText } from "../../ui/controls/CopyText";
import { Dialog } from "../../ui/overlays/Dialog";
import { type Cited, citationBibtex, citationSentence, permanentUrl } from "./citation";

export interface CiteDialogProps extends Pick<Cited, "title" | "value" | "date"> {
  subject: "figure" | "chart";
  /** Whether it is drawn from facts of the catalog, which are not kept as of earlier times. Default: false. */
  isOfFacts?: boolean;
  /** Path of the page that shows it, with its search parameters and fragment. */
  path: string;
  onClose: () => void;
}

/** How to cite a figure or a chart as this page shows it. */
export default function CiteDialog({ subject, path, isOfFacts = false, onClose, ...cited }: CiteDialogProps) {
  const { site, trpc } = useRouteContext({ from: "__root__" });
  const status = useSuspenseQuery(trpc.market.status.queryOptions()).data;
  const { as_of: asOf = String(status.data_version), stablecoins, isUndated } = useFigureScope();
  const { data: dated, isError } = useQuery(trpc.market.dated.queryOptions({ as_of: asOf }));
  const point = dated?.point ?? null;
  const isRewound = isUndated !== true && !isOfFacts;
  const isKept = isRewound && point !== null;
  const dataVersion = isKept ? point.dataVersion : status.data_version;
  const url = permanentUrl(site.origin + path, { dataVersion: isKept ? dataVersion : null, stablecoins });
  const full: Cited = {
    ...cited,
    brand: site.brand,
    dataVersion,
    url,
    accessed: currentDay(),
    isSample: status.has_sample,
  };
  const isReady = dated !== undefined || isError;
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      size="xl"
      title={`Cite this ${subject}`}
      description={cited.title}
    >
      {isReady ? (
        <div className="flex min-w-0 flex-col gap-4">
          <Text label="Sentence" text={citationSentence(full)} />
          <Text label="BibTeX" text={citationBibtex(full)} />
          <Text label="Permanent link" text={url}>
            <p className="text-muted text-sm">
              {!isRewound
                ? "These rows are not kept as of earlier times: the link opens the latest ones."
                : isKept
                  ? "The link opens the figures of this data version, whatever is restated later, and says what has changed since."
                  : "This installation keeps no earlier figures: the link opens the latest ones."}
            </p>
          </Text>
        </div>
      ) : (
        <p role="status" className="text-md text-muted">
          Loading…
        </p>
      )}
    </Dialog>
  );
}

function Text({ label, text, children }: { label: string; text: string; children?: ReactNode }) {
  return (
    <section aria-label={label} className="flex min-w-0 flex-col gap-1.5">
      <h3 className="font-medium text-faint text-xs uppercase tracking-wide">{label}</h3>
      <CopyText label={label} code={text} wraps button={{ size: "sm", variant: "secondary" }}>
        {children}
      </CopyText>
    </section>
  );
}
