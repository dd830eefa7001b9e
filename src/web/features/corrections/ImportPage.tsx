import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { formatDate } from "../../format/formatDate";
import { errorMessage } from "../../rpc/errorMessage";
import { useTrpc } from "../../rpc/useTrpc";
import { Button } from "../../ui/controls/Button";
import { Card } from "../../ui/display/Card";
import { EmptyState } from "../../ui/display/EmptyState";
import { ErrorState } from "../../ui/display/ErrorState";
import { Skeleton } from "../../ui/display/Skeleton";
import { Facts, Moment } from "../administration/Facts";
import { RecordTabs } from "../records/RecordTabs";
import { PageHeader } from "../shell/PageHeader";
import { CorrectionStatus, useCorrection } from "./CorrectionStatus";
import { daysOf, type ImportDetail } from "./importList";
import { UndoChoice } from "./UndoChoice";
import { UndoPreview } from "./UndoPreview";
import { everything, type UndoChoices } from "./undoChoices";

const count = (value: number | null) => value?.toLocaleString("en-US") ?? "Unknown";

/** One import: its facts, and taking its figures back. */
export function ImportPage({ id }: { id: number }) {
  const { data, error, refetch } = useQuery(useTrpc().imports.get.queryOptions({ id }));
  return (
    <>
      <PageHeader
        title={<span className="break-all">{data?.source.name ?? "Import"}</span>}
        description="Where figures came from, and taking them back."
      />
      <RecordTabs />
      <CorrectionStatus />
      {error !== null && data === undefined ? (
        <ErrorState
          title="The import could not be loaded"
          actions={<Button onClick={() => void refetch()}>Try again</Button>}
        >
          {errorMessage(error)}
        </ErrorState>
      ) : data === undefined ? (
        <Skeleton className="h-40 w-full" />
      ) : (
        <div className="flex flex-col gap-4">
          <ImportFacts source={data.source} />
          <Undo detail={data} />
        </div>
      )}
    </>
  );
}

function ImportFacts({ source }: Pick<ImportDetail, "source">) {
  const { name, undone } = source;
  const days = daysOf(source);
  return (
    <Card title="Import">
      <Facts
        facts={[
          ["Source", source.provider],
          ["First imported", <Moment key="at" at={source.importedAt} />],
          ["By", source.by ?? "Unknown"],
          ["Rows read", count(source.rowsRead)],
          ["Accepted", count(source.accepted)],
          [
            "Rejected rows",
            source.rowsRejected !== null && source.rowsRejected > 0 ? (
              <Link key="rejected" to="/admin/data" search={{ file: name }} className="underline">
                {count(source.rowsRejected)}
              </Link>
            ) : (
              count(source.rowsRejected)
            ),
          ],
          ["Figures stored under it now", count(source.values)],
          ...(days === null
            ? []
            : ([
                ["Days", days],
                ["Assets and tokens", count(source.entities)],
                ["Metrics", count(source.metrics)],
              ] as const)),
          ...(undone === null
            ? []
            : ([
                ["Taken back", `${undone.isWhole ? "All" : "In part"}, on ${formatDate(undone.day)}`],
              ] as const)),
          ["Id", source.id],
        ]}
      />
    </Card>
  );
}

/** The choice of figures, and once it is made, what taking them back would change. */
function Undo({ detail: { source, parts } }: { detail: ImportDetail }) {
  const [choices, setChoices] = useState<UndoChoices>(everything);
  const [shown, setShown] = useState<UndoChoices | null>(null);
  const isRunning = useCorrection().data?.state === "running";
  if (source.values === 0) {
    return (
      <Card title="Take figures back">
        <EmptyState title="No figures to take back">
          {source.undone === null
            ? "No stored figure is of this import: a later import of the same source has replaced them, or had reported them before. Investments are not figures; remove them with the status closed."
            : "Its figures were taken back. Import the file again, and tick “Apply the file again”, to restore them."}
        </EmptyState>
      </Card>
    );
  }
  return (
    <>
      <UndoChoice
        source={source}
        parts={parts}
        choices={choices}
        isBusy={isRunning}
        onChange={(next) => {
          setChoices(next);
          setShown(null);
        }}
        onShow={() => setShown(choices)}
      />
      {shown !== null && !isRunning && (
        <UndoPreview source={source} choices={shown} onStarted={() => setShown(null)} />
      )}
    </>
  );
}
