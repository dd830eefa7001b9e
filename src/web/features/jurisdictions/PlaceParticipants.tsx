import type { ResourceRow } from "#domain/api";
import type { EntityKind } from "#domain/resources";
import { textOf } from "../../format/textOf";
import { Unknown } from "../../format/Unknown";
import { type SmallColumn, SmallTable } from "../resourceList/SmallTable";
import { EntityLink } from "../table/cells/EntityLink";

interface Row {
  kind: EntityKind;
  role: string;
  row: ResourceRow;
}

/** Numbers of a participant in public registers. */
function registers({ lei, cik, register_number, register_name }: ResourceRow): string[] {
  return [
    textOf(lei) === null ? null : `LEI ${String(lei)}`,
    textOf(cik) === null ? null : `CIK ${String(cik)}`,
    textOf(register_number) === null
      ? null
      : `${textOf(register_name) ?? "Registration number"} ${String(register_number)}`,
  ].filter((one) => one !== null);
}

const columns: readonly SmallColumn<Row>[] = [
  {
    name: "name",
    header: "Participant",
    flexible: true,
    cell: ({ kind, row }) => (
      <span className="font-medium">
        <EntityLink kind={kind} slug={textOf(row.slug)}>
          {String(row.name)}
        </EntityLink>
      </span>
    ),
  },
  { name: "role", header: "Role", cell: ({ role }) => role },
  { name: "legal_name", header: "Legal name", cell: ({ row }) => textOf(row.legal_name) ?? <Unknown /> },
  {
    name: "registers",
    header: "Registers",
    cell: ({ row }) => {
      const known = registers(row);
      return known.length === 0 ? <Unknown /> : known.join(", ");
    },
  },
];

export interface PlaceParticipantsProps {
  issuers: readonly ResourceRow[];
  platforms: readonly ResourceRow[];
  managers: readonly ResourceRow[];
}

/** Participants registered in a jurisdiction, with their role and register numbers. */
export const PlaceParticipants = ({ issuers, platforms, managers }: PlaceParticipantsProps) => (
  <SmallTable
    caption="Participants registered there"
    columns={columns}
    rows={[
      ...issuers.map((row): Row => ({ kind: "issuer", role: "Issuer", row })),
      ...platforms.map((row): Row => ({ kind: "platform", role: "Platform", row })),
      ...managers.map((row): Row => ({ kind: "manager", role: "Asset manager", row })),
    ]}
    rowKey={({ kind, row }) => `${kind} ${row.id}`}
    empty="No participants in the catalog are registered there."
    most={10}
    perColumn={7}
  />
);
