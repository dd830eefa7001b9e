import { useMutation, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { editRecordPath, recordTypeOf, type StoredRecord } from "#domain/records";
import type { RecordName } from "#domain/vocabulary";
import { afterChange } from "../../rpc/afterChange";
import { useTrpc } from "../../rpc/useTrpc";
import { buttonClass } from "../../ui/controls/Button";
import { Card } from "../../ui/display/Card";
import { apiKeyState } from "../settings/keys/apiKeyState";
import { RevokeKey } from "../settings/keys/RevokeKey";
import { PageHeader } from "../shell/PageHeader";
import { DeleteRecord } from "./DeleteRecord";
import { DependantList } from "./DependantList";
import { RecordFields } from "./RecordFields";
import { forgetRecords } from "./recordQueries";

/** Revokes an active key from its page. */
function RevokeShownKey({ record: { id, label, values } }: { record: StoredRecord }) {
  const queryClient = useQueryClient();
  const revoke = useMutation(
    useTrpc().administration.revokeKey.mutationOptions(
      afterChange(() => forgetRecords(queryClient), "Key revoked."),
    ),
  );
  const momentOf = (field: string) => {
    const moment = values[field];
    return typeof moment === "string" ? moment : null;
  };
  const moments = { revokedAt: momentOf("revokedAt"), expiresAt: momentOf("expiresAt") };
  if (apiKeyState(moments, new Date()) !== "live") return null;
  return (
    <RevokeKey name={label} isBusy={revoke.isPending} onConfirm={() => revoke.mutate({ id: Number(id) })} />
  );
}

/** One record: its fields, dependants and actions. */
export function RecordShow({ name }: { name: RecordName }) {
  const type = recordTypeOf(name);
  const { recordId = "" } = useParams({ strict: false });
  const { records } = useTrpc();
  const record = useSuspenseQuery(records.get.queryOptions({ record: name, id: recordId })).data;
  const dependants = useSuspenseQuery(records.dependants.queryOptions({ record: name, id: recordId })).data;
  return (
    <>
      <PageHeader
        title={record.label}
        description={type.doc}
        actions={
          <>
            {type.can.edit && (
              <Link to={editRecordPath(type, record.id)} className={buttonClass()}>
                Edit
              </Link>
            )}
            {name === "api_keys" && <RevokeShownKey record={record} />}
            {type.can.delete && <DeleteRecord type={type} record={record} />}
          </>
        }
      />
      <div className="flex flex-col gap-4">
        <Card>
          <RecordFields type={type} record={record} />
        </Card>
        {dependants.length > 0 && (
          <Card title="Used by">
            <DependantList dependants={dependants} />
          </Card>
        )}
      </div>
    </>
  );
}
