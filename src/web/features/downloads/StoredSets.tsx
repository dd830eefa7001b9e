import { useSuspenseQuery } from "@tanstack/react-query";
import { Lock } from "lucide-react";
import {
  accessTo,
  type Caller,
  filePermission,
  type StoredFile,
  type StoredSet,
  storedFilePath,
} from "#domain";
import { formatDataVersion } from "../../format/formatDataVersion";
import { formatDate } from "../../format/formatDate";
import { useTrpc } from "../../rpc/useTrpc";
import { buttonClass } from "../../ui/controls/Button";
import { Badge } from "../../ui/display/Badge";
import { Card } from "../../ui/display/Card";
import { useCaller } from "../people/session/useCaller";
import { type SmallColumn, SmallTable } from "../resourceList/SmallTable";

const labels: Readonly<Record<string, string>> = { csv: "CSV, gzipped", parquet: "Parquet" };

/** The files of the newest night: columns, size, checksum and version of each. */
export function StoredSets() {
  const stored = useSuspenseQuery(useTrpc().market.storedSets.queryOptions()).data;
  const caller = useCaller();
  if (stored === null) {
    return (
      <Card title="Nightly files">
        <p className="max-w-prose text-md text-muted">
          No files have been written yet. If nightly files are turned on, they appear here within a day.
        </p>
      </Card>
    );
  }
  const { version, as_of, has_sample, sets, earlier } = stored;
  return (
    <Card
      title="Nightly files"
      description={`Version ${version}${as_of === null ? "" : `, figures to ${formatDate(as_of)}`}. Written once a day and not changed afterwards; interrupted downloads can be resumed.`}
      padded={false}
    >
      {has_sample && (
        <p className="px-4 py-2 text-sm">
          <Badge>Sample</Badge> Some figures are sample data; the manifest lists the files that contain them.
        </p>
      )}
      <SmallTable
        caption="Nightly files, with sizes and checksums"
        columns={columnsFor(version, caller)}
        rows={sets}
        rowKey={({ slug }) => slug}
        perColumn={12}
      />
      <p className="px-4 py-3 text-muted text-sm">
        Manifests:{" "}
        {[version, ...earlier].map((day, i) => (
          <span key={day}>
            {i > 0 && ", "}
            <a
              className="inline-block min-h-6 underline hover:text-accent"
              href={storedFilePath(day, "manifest.json")}
              download
            >
              {day}
            </a>
          </span>
        ))}
        . Each lists the files of its version, with all columns, units and checksums.
      </p>
    </Card>
  );
}

const columnsFor = (version: string, caller: Caller): readonly SmallColumn<StoredSet>[] => [
  {
    name: "set",
    header: "Data set",
    flexible: true,
    cell: ({ label, doc, columns, metrics }) => (
      <div className="min-w-0">
        <span className="font-medium">{label}</span>
        <span className="block font-normal text-muted text-sm">{doc.replaceAll("`", "")}</span>
        <details className="font-normal text-sm">
          <summary className="min-h-6 cursor-pointer content-center text-faint">
            Columns<span className="sr-only"> of the nightly files of {label}</span>
          </summary>
          <ul className="columns-2xs py-1 text-muted">
            {columns.map(({ name, type, unit }) => (
              <li key={name} className="break-words">
                <code>{name}</code>{" "}
                <span className="text-faint">{unit === null ? type : `${type}, ${unit}`}</span>
              </li>
            ))}
          </ul>
          {metrics > 0 && (
            <p className="text-muted">
              Plus each of {metrics} metrics: its latest value, earlier values and changes.
            </p>
          )}
        </details>
      </div>
    ),
  },
  { name: "rows", header: "Rows", numeric: true, cell: ({ rows }) => rows.toLocaleString("en-US") },
  {
    name: "files",
    header: "Files",
    screenOnly: true,
    cell: (set) => (
      <ul className="flex flex-col gap-2 lg:w-max">
        {set.files.map((file) => (
          <li key={file.file}>
            <StoredLink set={set} file={file} version={version} caller={caller} />
          </li>
        ))}
      </ul>
    ),
  },
];

interface StoredLinkProps {
  set: StoredSet;
  file: StoredFile;
  version: string;
  caller: Caller;
}

function StoredLink({ set, file, version, caller }: StoredLinkProps) {
  const label = labels[file.format] ?? file.format;
  const needs = [filePermission(file.format), ...set.permissions].find(
    (permission) => accessTo(permission, caller) !== "allowed",
  );
  return (
    <div className="text-sm">
      <span className="flex flex-wrap items-center gap-2">
        {needs === undefined ? (
          <a href={storedFilePath(version, file.file)} download className={buttonClass({ size: "sm" })}>
            {label}
            <span className="sr-only"> of {set.label}, nightly file</span>
          </a>
        ) : (
          <span
            className="inline-flex h-control-sm items-center gap-1 text-faint"
            title={`Needs ${lockedBy[needs] ?? "a plan"}`}
          >
            <Lock aria-hidden="true" className="size-3" />
            {label}
            <span className="sr-only">(needs {lockedBy[needs] ?? "a plan"})</span>
          </span>
        )}
        <span className="text-muted tabular-nums">{`${file.bytes.toLocaleString("en-US")} bytes`}</span>
      </span>
      <details>
        <summary className="min-h-6 cursor-pointer content-center text-faint">
          SHA-256
          <span className="sr-only">
            {" "}
            of {set.label}, {label}
          </span>
        </summary>
        <code className="break-all">{file.sha256}</code>
        <span className="block text-faint">Data version {formatDataVersion(file.data_version)}</span>
      </details>
    </div>
  );
}

const lockedBy: Readonly<Record<string, string>> = {
  downloads: "a plan with data downloads",
  api: "a plan with the API",
  experimental: "experimental features",
};
