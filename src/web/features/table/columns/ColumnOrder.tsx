import { ArrowDown, ArrowUp, ChevronRight } from "lucide-react";
import { useEffect, useRef } from "react";

/** A list with one item moved by a number of positions. */
export function moved<Item>(items: readonly Item[], at: number, by: number): Item[] {
  const rest = items.filter((_, index) => index !== at);
  return [...rest.slice(0, at + by), ...items.slice(at, at + 1), ...rest.slice(at + by)];
}

export interface ColumnOrderProps {
  /** The shown columns, in order. The first names the rows and cannot be moved. */
  columns: readonly { name: string; label: string }[];
  onChange: (names: readonly string[]) => void;
}

const steps = [
  { by: -1, word: "up", Icon: ArrowUp },
  { by: 1, word: "down", Icon: ArrowDown },
] as const;

/** Moves columns step by step. */
export function ColumnOrder({ columns, onChange }: ColumnOrderProps) {
  const list = useRef<HTMLOListElement>(null);
  const names = columns.map(({ name }) => name);
  const order = names.join(",");
  const lastMoved = useRef<{ name: string; by: number }>(undefined);
  // Effect: a moved line loses the focus, and its button is disabled at either end.
  useEffect(() => {
    if (lastMoved.current === undefined || order === "") return;
    const { name, by } = lastMoved.current;
    lastMoved.current = undefined;
    const buttons = [...(list.current?.querySelectorAll<HTMLButtonElement>("button") ?? [])].filter(
      (button) => button.dataset.column === name,
    );
    const same = buttons.find((button) => button.dataset.by === String(by) && !button.disabled);
    (same ?? buttons.find((button) => !button.disabled))?.focus();
  }, [order]);
  if (columns.length < 3) return null;
  return (
    <details className="group">
      <summary className="flex min-h-6 list-none items-center gap-1 text-muted text-sm hover:text-ink">
        <ChevronRight aria-hidden="true" className="size-3.5 transition-transform group-open:rotate-90" />
        Order of columns
      </summary>
      <ol ref={list} aria-label="Order of columns" className="slim-scroll mt-1 max-h-list-sm overflow-y-auto">
        {columns.map(({ name, label }, at) =>
          at === 0 ? null : (
            <li key={name} className="flex items-center gap-1">
              <span className="min-w-0 flex-1 truncate">{label}</span>
              {steps.map(({ by, word, Icon }) => (
                <button
                  key={word}
                  type="button"
                  data-column={name}
                  data-by={by}
                  aria-label={`Move ${label} ${word}`}
                  disabled={at + by < 1 || at + by >= columns.length}
                  onClick={() => {
                    lastMoved.current = { name, by };
                    onChange(moved(names, at, by));
                  }}
                  className="grid size-6 shrink-0 place-items-center rounded-sm text-muted hover:bg-hover hover:text-ink disabled:opacity-30"
                >
                  <Icon aria-hidden="true" className="size-3.5" />
                </button>
              ))}
            </li>
          ),
        )}
      </ol>
    </details>
  );
}
