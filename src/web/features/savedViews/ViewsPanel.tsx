import { useQuery } from "@tanstack/react-query";
import { useLocation, useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { SAVED_VIEWS_LIMIT, savedViewLimits, searchOfView } from "#domain/people";
import { errorMessage } from "../../rpc/errorMessage";
import { useTrpc } from "../../rpc/useTrpc";
import { Button } from "../../ui/controls/Button";
import { useShownSearch } from "../../ui/controls/useShownPath";
import { Spinner } from "../../ui/display/Spinner";
import { TextField } from "../../ui/forms/TextField";
import { showToast } from "../../ui/toasts/toast";
import { SavedViewRow } from "./SavedViewRow";
import { useViewChanges } from "./useViewChanges";

export interface ViewsPanelProps {
  path: string;
  /** Called when a view is opened. */
  onOpened: () => void;
}

/** The user's saved views of a page, and a form that saves the current one. */
export function ViewsPanel({ path, onOpened }: ViewsPanelProps) {
  const { options } = useRouter();
  const current = useLocation({ select: (location) => location.search });
  const search = searchOfView(options.stringifySearch(useShownSearch()(current)));
  const { data: views, error } = useQuery(useTrpc().savedViews.list.queryOptions({ path }));
  const { save } = useViewChanges(path);
  const [name, setName] = useState("");
  return (
    <div className="flex w-list-md flex-col gap-3">
      <form
        className="flex flex-col gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate(
            { path, name, search },
            {
              onSuccess: () => {
                setName("");
                showToast({ message: "View saved.", variant: "success" });
              },
            },
          );
        }}
      >
        <TextField
          label="Name"
          value={name}
          onChange={setName}
          maxLength={savedViewLimits.name}
          autoComplete="off"
          error={save.error && errorMessage(save.error)}
          hint="Saves the filters, columns, sort order and chart of this page."
        />
        <Button
          type="submit"
          variant="primary"
          size="sm"
          loading={save.isPending}
          disabled={name.trim() === ""}
        >
          Save this view
        </Button>
      </form>
      {error !== null ? (
        <p role="alert" className="text-negative text-sm">
          {errorMessage(error)}
        </p>
      ) : views === undefined ? (
        <Spinner />
      ) : views.length === 0 ? (
        <p className="text-muted text-sm">
          No saved views of this page yet. Accounts are limited to {SAVED_VIEWS_LIMIT}.
        </p>
      ) : (
        <ul aria-label="Saved views" className="-mx-2 flex max-h-80 flex-col overflow-y-auto">
          {views.map((view) => (
            <SavedViewRow key={view.id} view={view} current={search} onOpened={onOpened} />
          ))}
        </ul>
      )}
    </div>
  );
}
