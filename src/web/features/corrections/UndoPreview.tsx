import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { formatCount } from "#domain/text";
import { formatDate } from "../../format/formatDate";
import { errorMessage } from "../../rpc/errorMessage";
import { useTrpc } from "../../rpc/useTrpc";
import { Card } from "../../ui/display/Card";
import { EmptyState } from "../../ui/display/EmptyState";
import { ErrorState } from "../../ui/display/ErrorState";
import { ConfirmButton } from "../settings/ConfirmButton";
import { AffectedPages, FigureChanges, type UndoReport } from "./FigureChanges";
import type { ListedImport } from "./importList";
import { PreviewLoading, previewOptions, usePreviewFocus } from "./preview";
import { type UndoChoices, undoRequest } from "./undoChoices";

export interface UndoPreviewProps {
  source: Pick<ListedImport, "id" | "name">;
  choices: UndoChoices;
  onStarted: () => void;
}

/** What taking back the chosen figures would change, and the button that does it. */
export function UndoPreview({ source: { id, name }, choices, onStarted }: UndoPreviewProps) {
  const trpc = useTrpc();
  const queryClient = useQueryClient();
  const request = undoRequest(id, choices);
  const { data, error, isFetching } = useQuery({
    ...trpc.imports.previewUndo.queryOptions(request),
    ...previewOptions,
  });
  const undo = useMutation({
    ...trpc.imports.undo.mutationOptions(),
    onSuccess: onStarted,
    onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.imports.correction.queryKey() }),
  });
  const region = usePreviewFocus(data !== undefined || error !== null);
  return (
    <div ref={region} tabIndex={-1} className="flex scroll-mt-topbar flex-col gap-4 outline-none">
      {error !== null ? (
        <ErrorState title="What would change could not be computed">{errorMessage(error)}</ErrorState>
      ) : data === undefined ? (
        <PreviewLoading text="Computing the figures without this import…" />
      ) : data.observations === 0 ? (
        <Card title="What would change">
          <EmptyState title="Nothing to take back">{data.summary}</EmptyState>
        </Card>
      ) : (
        <>
          <Card
            title="What would change"
            actions={
              <ConfirmButton
                label={`Take back ${formatCount(data.observations, "figure")}`}
                name={`Take back ${formatCount(data.observations, "figure")} of ${name}`}
                title={`Take back ${formatCount(data.observations, "figure")}?`}
                description={`Removes them from the store and derives ${formatCount(data.assets, "asset")} again. To restore them, import ${name} again with “Apply the file again”.`}
                confirm="Take back"
                variant="danger"
                isBusy={undo.isPending || isFetching}
                onConfirm={() => undo.mutate({ ...request, observations: data.observations })}
              />
            }
          >
            <Extent report={data} />
            {undo.error !== null && (
              <p role="alert" className="mt-2 break-words text-md text-negative">
                {errorMessage(undo.error)}
              </p>
            )}
          </Card>
          <FigureChanges figures={data.figures} changes={data.changes} note={noteOf(data)} />
          <AffectedPages pages={data.pages} />
        </>
      )}
    </div>
  );
}

function Extent({ report }: { report: UndoReport }) {
  const { observations, assets, entities, metrics, firstDay, lastDay, unobserved } = report;
  const days =
    firstDay === null || lastDay === null
      ? ""
      : firstDay === lastDay
        ? ` on ${formatDate(firstDay)}`
        : `, ${formatDate(firstDay)} to ${formatDate(lastDay)}`;
  return (
    <div className="flex flex-col gap-1 text-md">
      <p>
        {formatCount(observations, "figure")} of {formatCount(assets, "asset")} (
        {formatCount(entities, "entity", "entities")}, {formatCount(metrics, "metric")}){days}.
      </p>
      {unobserved > 0 && (
        <p className="text-muted">
          {formatCount(unobserved, "asset")} would have no imported figure: sample figures are shown again,
          unless sample data is off.
        </p>
      )}
    </div>
  );
}

const noteOf = ({ assets, shownAssets }: UndoReport) =>
  assets > shownAssets ? `Of the ${shownAssets} assets that lose most figures.` : null;
