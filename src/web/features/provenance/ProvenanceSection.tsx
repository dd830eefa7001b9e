import { Link } from "@tanstack/react-router";
import clsx from "clsx";
import { Bell, ChevronRight } from "lucide-react";
import type { Explanation } from "#domain/api";
import { type MetricValue, metricByName } from "#domain/metrics";
import type { SubjectType } from "#domain/resources";
import { Figure } from "../../format/Figure";
import { fitFormat } from "../../format/fitFormat";
import { buttonClass } from "../../ui/controls/Button";
import { Card } from "../../ui/display/Card";
import { FigureMark } from "../checks/CheckMarkLink";
import { ReportLink } from "../contact/ReportLink";
import { CiteFigure } from "../dated/CiteFigure";
import { useCaller } from "../people/session/useCaller";
import { ANCHOR } from "./anchor";
import { ExplanationView } from "./ExplanationView";

interface WatchFigureLinkProps {
  type: SubjectType;
  /** Id of an entity. */
  id: number;
  /** Slug of the metric; omitted if the reader chooses one. */
  metric?: string;
}

/** Links to the prefilled form of a new watch. Renders nothing for visitors without an account. */
export function WatchFigureLink({ type, id, metric }: WatchFigureLinkProps) {
  if (useCaller().id === "") return null;
  return (
    <Link
      to="/settings/watches"
      search={{ type, ...(type !== "catalog" && { id }), ...(metric !== undefined && { metric }) }}
      preload={false}
      className={clsx("no-print", buttonClass({ size: "sm" }))}
    >
      <Bell aria-hidden="true" className="size-3.5" />
      {metric === undefined ? "New watch" : "Watch this figure"}
    </Link>
  );
}

export interface ProvenanceSectionProps {
  /** Subject of the figures. */
  subject: string;
  figures: readonly { metric: string; value: MetricValue | null }[];
  /** Entity in error reports; null if the figures cover the full catalog. */
  reported: { kind: string; slug: string } | null;
  /** The entity that the figures are of; null for the full catalog. */
  entity: { kind: string; id: number } | null;
  /** Slug of the metric whose provenance is open, or null. */
  open: string | null;
  /** Undefined while loading. */
  explanation: Explanation | undefined;
}

/** The key figures of a page with links that open their provenance. The open one is part of the URL. */
export function ProvenanceSection({
  subject,
  figures,
  reported,
  entity,
  open,
  explanation,
}: ProvenanceSectionProps) {
  const canMark = useCaller().features["enable-admin-tools"];
  return (
    <div id={ANCHOR} className="scroll-mt-topbar">
      <Card
        title="Where these figures come from"
        description={`Formula, inputs and sources of each key figure of ${subject}.`}
        padded={false}
      >
        <ul className="divide-y">
          {figures.map(({ metric: name, value }) => {
            const metric = metricByName(name);
            if (metric === undefined) return null;
            const isOpen = open === metric.slug;
            return (
              <li key={metric.slug} className="group/fact flex flex-wrap items-center">
                <h3 className="min-w-0 flex-1">
                  <Link
                    to="."
                    search={(current: object) => ({ ...current, explain: isOpen ? undefined : metric.slug })}
                    hash={ANCHOR}
                    hashScrollIntoView={false}
                    resetScroll={false}
                    preload={false}
                    aria-expanded={isOpen}
                    className="flex items-center gap-2 px-4 py-2 text-md hover:bg-hover"
                  >
                    <ChevronRight
                      aria-hidden="true"
                      className={clsx(
                        "no-print size-3.5 shrink-0 text-faint transition-transform",
                        isOpen && "rotate-90",
                      )}
                    />
                    <span className="font-medium">
                      <span className="sr-only">Explain </span>
                      {metric.label}
                    </span>
                    <span className="ml-auto">
                      <Figure
                        value={value?.val}
                        unit={metric.unit}
                        format={fitFormat(metric, [value?.val])}
                      />
                    </span>
                    <span aria-hidden="true" className="no-print text-accent text-sm">
                      {isOpen ? "Close" : "Explain"}
                    </span>
                  </Link>
                </h3>
                {entity !== null && (
                  <span className="pr-3 empty:hidden">
                    <FigureMark {...entity} metric={metric.slug} />
                  </span>
                )}
                {reported !== null && (
                  <span className="pr-3">
                    <ReportLink {...reported} field={metric.slug} label={metric.label} />
                  </span>
                )}
                {isOpen && (
                  <div className="w-full border-t bg-sunken px-4 py-3">
                    {explanation === undefined ? (
                      <p className="text-muted text-md">No details recorded for this figure.</p>
                    ) : (
                      <>
                        <ExplanationView explanation={explanation} canMark={canMark} />
                        <div className="mt-4 flex flex-wrap gap-2">
                          <CiteFigure subject={subject} explanation={explanation} anchor={ANCHOR} />
                          <WatchFigureLink
                            type={explanation.entity.type}
                            id={explanation.entity.id}
                            metric={metric.slug}
                          />
                        </div>
                      </>
                    )}
                  </div>
                )}
              </li>
            );
          })}
        </ul>
      </Card>
    </div>
  );
}
