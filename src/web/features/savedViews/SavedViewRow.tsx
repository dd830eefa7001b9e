import { useState } from "react";
import { type SavedView, savedViewLimits } from "#domain/people";
import { errorMessage } from "../../rpc/errorMessage";
import { Button } from "../../ui/controls/Button";
import { TextField } from "../../ui/forms/TextField";
import { showToast } from "../../ui/toasts/toast";
import { pageLink } from "../shell/followPageLinks";
import { useViewChanges } from "./useViewChanges";

export interface SavedViewRowProps {
  view: SavedView;
  /** The query of the current page in the format of saved views. */
  current: string;
  onOpened: () => void;
}

type State = "shown" | "renaming" | "deleting";

/** A saved view with buttons to open, rename, overwrite and delete it. */
export function SavedViewRow({ view, current, onOpened }: SavedViewRowProps) {
  const { id, path, name, search } = view;
  const [state, setState] = useState<State>("shown");
  const { overwrite, remove } = useViewChanges(path);
  const say = (message: string) => showToast({ message, variant: "success" });
  const fail = (error: unknown) => showToast({ message: errorMessage(error), variant: "danger" });
  if (state === "renaming") return <Renaming view={view} onEnd={() => setState("shown")} />;
  return (
    <li className="flex flex-col gap-0.5 border-t px-2 py-1.5">
      <a
        href={path + search}
        aria-current={search === current ? "true" : undefined}
        className={`${pageLink} truncate font-medium text-md aria-[current]:text-accent`}
        title={name}
        onClick={onOpened}
      >
        {name}
      </a>
      {state === "deleting" ? (
        <div className="flex flex-wrap items-center gap-1 text-sm">
          <span className="mr-auto text-muted">Delete this view?</span>
          <Button
            size="xs"
            variant="danger"
            aria-label={`Delete ${name}`}
            loading={remove.isPending}
            onClick={() => remove.mutate({ id }, { onSuccess: () => say("View deleted."), onError: fail })}
          >
            Delete
          </Button>
          <Button size="xs" onClick={() => setState("shown")}>
            Cancel
          </Button>
        </div>
      ) : (
        <div className="-ml-2 flex flex-wrap gap-1">
          <Button
            size="xs"
            variant="secondary"
            aria-label={`Rename ${name}`}
            onClick={() => setState("renaming")}
          >
            Rename
          </Button>
          <Button
            size="xs"
            variant="secondary"
            aria-label={`Overwrite ${name} with this view`}
            disabled={search === current}
            loading={overwrite.isPending}
            onClick={() =>
              overwrite.mutate(
                { id, search: current },
                { onSuccess: () => say("View overwritten."), onError: fail },
              )
            }
          >
            Overwrite
          </Button>
          <Button
            size="xs"
            variant="secondary"
            aria-label={`Delete ${name}`}
            onClick={() => setState("deleting")}
          >
            Delete
          </Button>
        </div>
      )}
    </li>
  );
}

function Renaming({ view: { id, path, name }, onEnd }: { view: SavedView; onEnd: () => void }) {
  const [next, setNext] = useState(name);
  const { rename } = useViewChanges(path);
  return (
    <li className="border-t px-2 py-1.5">
      <form
        className="flex flex-col gap-1"
        onSubmit={(event) => {
          event.preventDefault();
          rename.mutate({ id, name: next }, { onSuccess: onEnd });
        }}
      >
        <TextField
          label={`New name of ${name}`}
          hideLabel
          size="sm"
          value={next}
          onChange={setNext}
          maxLength={savedViewLimits.name}
          autoComplete="off"
          // This replaces the button that had the focus.
          autoFocus
          error={rename.error && errorMessage(rename.error)}
        />
        <span className="flex gap-1">
          <Button
            type="submit"
            size="xs"
            variant="primary"
            loading={rename.isPending}
            disabled={next.trim() === ""}
          >
            Rename
          </Button>
          <Button size="xs" onClick={onEnd}>
            Cancel
          </Button>
        </span>
      </form>
    </li>
  );
}
