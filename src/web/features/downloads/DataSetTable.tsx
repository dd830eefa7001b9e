import { useSuspenseQuery } from "@tanstack/react-query";
import { Lock } from "lucide-react";
import {
  type DataSet,
  type MarketStatus,
  type StoredFile,
  type StoredSet,
  storedFilePath,
} from "#domain/api";
import { filePermission } from "#domain/screens";
import { accessTo, type Caller, maxRowsOf, type Permission } from "#domain/vocabulary";
import { formatDataVersion } from "../../format/formatDataVersion";
import { formatDate } from "../../format/formatDate";
import { useTrpc } from "../../rpc/useTrpc";
import { buttonClass } from "../../ui/controls/Button";
import { Badge } from "../../ui/display/Badge";
import { Card } from "../../ui/display/Card";
import { useCaller } from "../people/session/useCaller";
import { type SmallColumn, SmallTable } from "../resourceList/SmallTable";
import { TooManyRows } from "../resourceList/TooManyRows";

const MEGABYTE = 1_000_000;

/** The size of a file in decimal megabytes: `0.4 MB`, `12 MB`, and `< 0.1 MB` for smaller ones. */
export function formatMegabytes(bytes: number): string {
  const megabytes = bytes / MEGABYTE;
  if (megabytes < 0.1) return "< 0.1 MB";
  const digits = megabytes < 10 ? 1 : 0;
  return `${megabytes.toLocaleString("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits })} MB`;
}

/** A data set as current files, nightly files or both. */
interface OfferedSet {
  slug: string;
  label: string;
  doc: string;
  current: DataSet | undefined;
  stored: StoredSet | undefined;
}

/** Table of all data sets: contents, current files, nightly files and required access. */
export function DataSetTable({ status }: { status: MarketStatus }) {
  const { market } = useTrpc();
  const sets = useSuspenseQuery(market.dataSets.queryOptions()).data;
  const stored = useSuspenseQuery(market.storedSets.queryOptions()).data;
  const caller = useCaller();
  const current = formatDataVersion(status.data_version);
  const until = (asOf: string | null) => (asOf === null ? "" : `, figures to ${formatDate(asOf)}`);
  return (
    <Card
      title="Data sets"
      description={[
        `Current files: version ${current}${until(status.as_of)}.`,
        ...(stored === null
          ? []
          : [
              `Nightly files: version ${stored.version}${until(stored.as_of)}. They are written once a day and not changed afterwards; interrupted downloads can be resumed.`,
            ]),
        "Files of one version always contain the same rows.",
      ].join(" ")}
      padded={false}
    >
      {stored?.has_sample && (
        <p className="px-4 py-2 text-sm">
          <Badge>Sample</Badge> Some figures are sample data; the manifest lists the nightly files that
          contain them.
        </p>
      )}
      <SmallTable
        caption="Data sets and their files, with sizes and checksums"
        columns={columnsFor({ caller, current, nightly: stored?.version ?? null })}
        rows={offeredSets(sets, stored?.sets ?? [])}
        rowKey={({ slug }) => slug}
        perColumn={9}
      />
      <p className="px-4 py-3 text-muted text-sm">
        {stored === null ? (
          "No nightly files have been written yet. If they are turned on, they appear here within a day."
        ) : (
          <>
            Manifests:{" "}
            {[stored.version, ...stored.earlier].map((day, i) => (
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
            . Each lists the nightly files of its version, with all columns, units and checksums.
          </>
        )}
      </p>
    </Card>
  );
}

/** Distinct data sets. Those with daily values, which exist as nightly files only, come first. */
function offeredSets(sets: readonly DataSet[], stored: readonly StoredSet[]): OfferedSet[] {
  const ofNight = new Map(stored.map((set) => [set.slug, set]));
  const known = new Set(sets.map(({ slug }) => slug));
  return [
    ...stored
      .filter(({ slug }) => !known.has(slug))
      .map((set) => ({ ...pick(set), current: undefined, stored: set })),
    ...sets.map((set) => ({ ...pick(set), current: set, stored: ofNight.get(set.slug) })),
  ];
}

const pick = ({ slug, label, doc }: DataSet | StoredSet) => ({ slug, label, doc });

interface TableVersions {
  caller: Caller;
  current: string;
  /** Null before the first nightly run. */
  nightly: string | null;
}

const columnsFor = ({ caller, current, nightly }: TableVersions): readonly SmallColumn<OfferedSet>[] => [
  { name: "set", header: "Data set", flexible: true, cell: (set) => <SetName set={set} /> },
  {
    name: "rows",
    header: "Rows",
    numeric: true,
    cell: ({ current: now, stored }) => (now ?? stored)?.rows.toLocaleString("en-US"),
  },
  {
    name: "current",
    header: `Current, ${current}`,
    wide: true,
    screenOnly: true,
    cell: ({ current: now }) => (now === undefined ? "—" : <CurrentFiles set={now} caller={caller} />),
  },
  ...(nightly === null
    ? []
    : [
        {
          name: "nightly",
          header: `Nightly, ${nightly}`,
          wide: true,
          screenOnly: true,
          cell: ({ stored }: OfferedSet) =>
            stored === undefined ? (
              "—"
            ) : (
              <ul className="flex flex-col gap-2 lg:w-max">
                {stored.files.map((file) => (
                  <li key={file.file}>
                    <NightlyFile set={stored} file={file} version={nightly} caller={caller} />
                  </li>
                ))}
              </ul>
            ),
        },
      ]),
];

function SetName({ set: { label, doc, current, stored } }: { set: OfferedSet }) {
  // Nightly files also contain units.
  const columns: readonly { name: string; type: string; unit?: string | null }[] =
    stored?.columns ?? current?.fields ?? [];
  const metrics = (stored ?? current)?.metrics ?? 0;
  return (
    <div className="min-w-0">
      <span className="font-medium">{label}</span>
      <span className="block font-normal text-muted text-sm">{doc.replaceAll("`", "")}</span>
      <details className="font-normal text-sm">
        <summary className="min-h-6 cursor-pointer content-center text-faint">
          {(columns.length + metrics).toLocaleString("en-US")} columns
          <span className="sr-only"> of {label}</span>
        </summary>
        <ul className="columns-2xs py-1 text-muted">
          {columns.map(({ name, type, unit }) => (
            <li key={name} className="break-words">
              <code>{name}</code>{" "}
              <span className="text-faint">{unit == null ? type : `${type}, ${unit}`}</span>
            </li>
          ))}
        </ul>
        {metrics > 0 && (
          <p className="text-muted">
            Plus each of {metrics} metrics: its latest value and, in nightly files, earlier values and
            changes.
          </p>
        )}
      </details>
    </div>
  );
}

const formats = [
  { format: "csv", label: "CSV" },
  { format: "xlsx", label: "XLSX" },
  { format: "parquet", label: "Parquet" },
  { format: "ndjson", label: "JSON Lines" },
] as const;

function CurrentFiles({ set, caller }: { set: DataSet; caller: Caller }) {
  if (accessTo(set.permission, caller) !== "allowed") return <Locked>Needs experimental features</Locked>;
  return (
    <span className="flex flex-wrap gap-x-3 gap-y-1 lg:grid lg:w-max lg:grid-cols-2">
      {formats.map(({ format, label }) => {
        if (set.rows > maxRowsOf(format)) return <TooManyRows key={format} format={format} label={label} />;
        return accessTo(filePermission(format), caller) === "allowed" ? (
          <a
            key={format}
            href={`/export/${set.slug}.${format}`}
            download={`${set.slug}.${format}`}
            className={buttonClass({ size: "sm" })}
          >
            {label}
            <span className="sr-only"> of {set.label}</span>
          </a>
        ) : (
          <Locked key={format} needs="a plan with data downloads">
            {label}
          </Locked>
        );
      })}
    </span>
  );
}

const storedLabels: Readonly<Record<string, string>> = { csv: "CSV, gzipped", parquet: "Parquet" };

const lockedBy: Readonly<Partial<Record<Permission, string>>> = {
  downloads: "a plan with data downloads",
  api: "a plan with the API",
  experimental: "experimental features",
};

interface NightlyFileProps {
  set: StoredSet;
  file: StoredFile;
  version: string;
  caller: Caller;
}

function NightlyFile({ set, file, version, caller }: NightlyFileProps) {
  const label = storedLabels[file.format] ?? file.format;
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
          <Locked needs={lockedBy[needs] ?? "a plan"}>{label}</Locked>
        )}
        <span className="text-muted tabular-nums">{formatMegabytes(file.bytes)}</span>
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

/** A format that is not available to the reader, and the access that it requires. */
const Locked = ({ needs, children }: { needs?: string; children: string }) => (
  <span
    className="inline-flex min-h-control-sm items-center gap-1 text-faint text-sm"
    title={needs === undefined ? undefined : `Needs ${needs}`}
  >
    <Lock aria-hidden="true" className="size-3" />
    {children}
    {needs !== undefined && <span className="sr-only">(needs {needs})</span>}
  </span>
);
