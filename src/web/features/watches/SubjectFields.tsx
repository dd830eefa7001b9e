import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { ResourceRow } from "#domain/api";
import { isEqual } from "#domain/query";
import {
  type EntityType,
  entityOf,
  entityTypes,
  OFF_CHAIN_LABEL,
  type SubjectType,
  subjectTypes,
  WHOLE_CATALOG,
} from "#domain/resources";
import { useTrpc } from "../../rpc/useTrpc";
import { Select } from "../../ui/controls/Select";

const TYPING_PAUSE = 200;
const OFFERED = 20;

const types = subjectTypes.map((type) => ({
  value: type,
  label: type === "catalog" ? WHOLE_CATALOG : entityOf(type).label,
}));

export interface SubjectFieldsProps {
  type: SubjectType;
  id: number | null;
  error: string | null;
  onType: (type: SubjectType) => void;
  onId: (id: number | null) => void;
}

/** Subject of a watch: a kind and an entity. */
export function SubjectFields({ type, id, error, onType, onId }: SubjectFieldsProps) {
  const kind = entityTypes.find((one) => one === type);
  return (
    <>
      <Select
        label="Watch"
        options={types}
        value={type}
        onChange={(next) => onType(subjectTypes.find((one) => one === next) ?? type)}
      />
      {kind !== undefined && <EntityField key={kind} kind={kind} id={id} error={error} onId={onId} />}
    </>
  );
}

const fieldsOf = (kind: EntityType): string[] =>
  kind === "token" ? ["symbol", "asset_name", "network_name"] : ["name"];

const labelOf = (kind: EntityType, row: ResourceRow): string =>
  kind === "token"
    ? `${row.asset_name} (${row.symbol} on ${row.network_name ?? OFF_CHAIN_LABEL})`
    : String(row.name);

interface EntityFieldProps extends Pick<SubjectFieldsProps, "id" | "error" | "onId"> {
  kind: EntityType;
}

/** Selects an entity. Some are offered, and all are searched on the server. */
function EntityField({ kind, id, error, onId }: EntityFieldProps) {
  const { market } = useTrpc();
  const [words, setWords] = useState("");
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(pause.current), []);
  const { resource, label } = entityOf(kind);
  const query = { fields: fieldsOf(kind), pagination: { page: 1, perPage: OFFERED } };
  const found = useQuery({
    ...market.table.queryOptions({ resource, query: { ...query, search: words === "" ? null : words } }),
    placeholderData: keepPreviousData,
  });
  const chosen = useQuery({
    ...market.table.queryOptions({ resource, query: { ...query, filter: isEqual("id", id) } }),
    enabled: id !== null,
  });
  const options = (found.data?.results ?? []).map((row) => ({
    value: String(row.id),
    label: labelOf(kind, row),
  }));
  const [row] = chosen.data?.results ?? [];
  const called =
    options.find(({ value }) => value === String(id))?.label ??
    (row === undefined ? `${label} ${id}` : labelOf(kind, row));
  const more = (found.data?.pagination.resultCount ?? 0) > options.length;
  return (
    <Select
      multiple
      closesOnChoice
      label={label}
      placeholder="Choose"
      options={options}
      value={id === null ? [] : [String(id)]}
      error={error}
      className="max-w-full"
      // Single selection: the last choice wins.
      onChange={(next) => onId(next.length === 0 ? null : Number(next.at(-1)))}
      remote={{
        onSearch: (next) => {
          clearTimeout(pause.current);
          pause.current = setTimeout(() => setWords(next.trim()), TYPING_PAUSE);
        },
        chosen: id === null ? [] : [{ value: String(id), label: called }],
        note: found.isFetching ? "Searching…" : more ? "Type to search for more." : null,
      }}
    />
  );
}
