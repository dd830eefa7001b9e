import { useSuspenseQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { recordTypeOf } from "#domain/records";
import type { RecordName } from "#domain/vocabulary";
import { useTrpc } from "../../rpc/useTrpc";
import { PageHeader } from "../shell/PageHeader";
import { DeleteRecord } from "./DeleteRecord";
import { RecordForm } from "./RecordForm";

/** The form of an existing record. */
export function RecordEdit({ name }: { name: RecordName }) {
  const type = recordTypeOf(name);
  const { recordId = "" } = useParams({ strict: false });
  const record = useSuspenseQuery(useTrpc().records.get.queryOptions({ record: name, id: recordId })).data;
  return (
    <>
      <PageHeader
        title={`Edit ${record.label}`}
        actions={type.can.delete && !type.hasPage && <DeleteRecord type={type} record={record} />}
      />
      <RecordForm key={record.id} type={type} record={record} />
    </>
  );
}

/** The form of a new record. */
export function RecordNew({ name }: { name: RecordName }) {
  const type = recordTypeOf(name);
  return (
    <>
      <PageHeader title={`New ${type.singular}`} description={type.doc} />
      <RecordForm type={type} record={null} />
    </>
  );
}
