import { useParams, useSearch } from "@tanstack/react-router";
import { ImportPage as FileImport } from "../imports/ImportPage";
import { CorrectionsPage } from "./CorrectionsPage";
import { ImportList } from "./ImportList";
import { ImportPage } from "./ImportPage";

/** The page of a part of the data; `id` opens one import. */
export function DataPart() {
  const { part } = useParams({ from: "/admin/data/$part" });
  const { id }: { id?: unknown } = useSearch({ strict: false });
  if (part === "import") return <FileImport />;
  if (part === "corrections") return <CorrectionsPage />;
  return id === undefined ? <ImportList /> : <ImportPage key={String(id)} id={Number(id)} />;
}
