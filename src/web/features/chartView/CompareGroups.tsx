import { X } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { splitNamed } from "#domain/resources";
import { followPlainClick } from "../../charts/ChartControls";
import { Button, buttonClass } from "../../ui/controls/Button";
import { Spinner } from "../../ui/display/Spinner";
import { Popover } from "../../ui/overlays/Popover";
import type { ChartState } from "./chartSearch";
import type { SeriesScope } from "./seriesQuery";

const CompareList = lazy(() => import("./CompareList").then((module) => ({ default: module.CompareList })));

export interface CompareGroupsProps {
  state: ChartState;
  scope: SeriesScope;
  onChange: (compared: readonly string[]) => void;
  onNavigate: (href: string) => void;
  /** URL of the view without a comparison. */
  clearedHref: string;
}

/** Selects the groups that a chart compares. Default: the largest groups. */
export function CompareGroups({ state, scope, onChange, onNavigate, clearedHref }: CompareGroupsProps) {
  const [open, setOpen] = useState(false);
  const count = state.compare.length;
  const label = splitNamed(scope.resource ?? "tokens", state.group)?.label.toLowerCase() ?? "group";
  return (
    <span className="inline-flex items-center gap-0.5">
      <Popover
        title={`Compare by ${label}`}
        align="start"
        open={open}
        onOpenChange={setOpen}
        trigger={
          <Button size="sm" className="js-only">
            {count === 0 ? "Compare" : `Comparing ${count}`}
          </Button>
        }
      >
        <Suspense fallback={<Spinner />}>
          <CompareList state={state} scope={scope} onChange={onChange} />
        </Suspense>
      </Popover>
      {count > 0 && (
        <a
          href={clearedHref}
          onClick={(event) => followPlainClick(event, () => onNavigate(clearedHref))}
          aria-label="Clear comparison"
          title="Clear comparison"
          className={buttonClass({ variant: "secondary", size: "sm", square: true })}
        >
          <X aria-hidden="true" className="size-3.5" />
        </a>
      )}
    </span>
  );
}
