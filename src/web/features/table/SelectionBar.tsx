import { X } from "lucide-react";
import { useFigureScope } from "../../rpc/useTrpc";
import { Button, buttonClass } from "../../ui/controls/Button";
import { comparedSearch, MAX_SELECTED } from "../compare/comparison";
import type { Selection } from "../compare/useSelection";
import { pageLink } from "../shell/followPageLinks";
import { SearchLink } from "./query/SearchLink";

const CHART = "chart";

const words = ({ selected: { size }, isFull }: Selection): string =>
  isFull
    ? `${size} selected, the most that can be compared.`
    : `${size} of up to ${MAX_SELECTED} selected${size === 1 ? ": select another to compare" : ""}.`;

/**
 * The selected rows of a table, and a link to their comparison. Renders and announces nothing without a
 * selection.
 */
export function SelectionBar({ selection, metric }: { selection: Selection; metric: string | null }) {
  const { selected, set, clear } = selection;
  const isEmpty = selected.size === 0;
  return (
    <>
      <p role="status" className="sr-only">
        {isEmpty ? "" : words(selection)}
      </p>
      {!isEmpty && (
        <section
          aria-label="Selected rows"
          className="no-print sticky bottom-0 z-10 flex flex-wrap items-center gap-2 border-t bg-surface px-3 py-2"
        >
          <p aria-hidden="true" className="text-muted text-sm">
            {words(selection)}
          </p>
          <ul className="flex min-w-0 flex-wrap gap-1 max-sm:hidden">
            {[...selected].map(([slug, name]) => (
              <li key={slug}>
                <Button
                  size="xs"
                  aria-label={`Remove ${name} from selection`}
                  onClick={() => set(slug, name, false)}
                >
                  {name}
                  <X aria-hidden="true" className="size-3" />
                </Button>
              </li>
            ))}
          </ul>
          <span className="ml-auto flex gap-2">
            <Button size="sm" variant="secondary" onClick={clear}>
              Clear
            </Button>
            {selected.size > 1 && <CompareLink selection={selection} metric={metric} />}
          </span>
        </section>
      )}
    </>
  );
}

function CompareLink({ selection, metric }: { selection: Selection; metric: string | null }) {
  const { comparison, selected } = selection;
  const search = comparedSearch(comparison, metric, [...selected.keys()], useFigureScope().stablecoins);
  const className = buttonClass({ variant: "primary", size: "sm" });
  if (comparison.path === "") {
    return (
      <SearchLink<typeof search> patch={search} hash={CHART} className={className}>
        Compare
      </SearchLink>
    );
  }
  return (
    <a
      href={`${comparison.path}?${new URLSearchParams(search)}#${CHART}`}
      className={`${className} ${pageLink}`}
    >
      Compare
    </a>
  );
}
