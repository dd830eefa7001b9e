/** Records for the operator: the audit log, and messages from the contact form. */
import { contactTopics } from "../people/contactTopics";
import { onlyRead, type RecordType, recordField, recordType } from "./record";

const never = { editable: "never", optional: true } as const;

export const operatorRecords: readonly RecordType[] = [
  recordType("audit_log", {
    group: "Site",
    title: "Audit Log",
    singular: "audit entry",
    inMenu: false,
    can: onlyRead,
    label: "Audit log",
    doc: "Changes to roles, memberships, plans, flags, keys, suspensions and API access, and commands that change market data. Entries are never edited or deleted.",
    fields: [
      recordField({ name: "at", label: "Time", type: "datetime", editable: "never", listedTo: "second" }),
      recordField({ name: "action", label: "Action", type: "string", editable: "never" }),
      recordField({
        name: "actorUserId",
        label: "Account",
        type: "id",
        refersTo: "users",
        doc: "Account that made the change, if it still exists.",
        ...never,
      }),
      recordField({
        name: "actor",
        label: "Actor",
        type: "string",
        doc: "Id of the account, or what made the change: operator is the command line, followed by the system user.",
        ...never,
      }),
      recordField({ name: "subjectKind", label: "Changed", type: "string", ...never }),
      recordField({
        name: "subject",
        label: "Id or name",
        type: "string",
        doc: "Id of the record changed, or the imported files.",
        ...never,
      }),
      recordField({ name: "detail", label: "Detail", type: "text", listed: false, isCode: true, ...never }),
      recordField({ name: "before", label: "Before", type: "json", listed: false, isCode: true, ...never }),
      recordField({ name: "after", label: "After", type: "json", listed: false, isCode: true, ...never }),
    ],
    namedBy: ["action"],
    searchFields: ["action", "actorUserId", "actor", "subject", "detail"],
    unique: [],
    defaultSort: { field: "at", direction: "desc" },
  }),
  recordType("contact_requests", {
    group: "People",
    title: "Contact Requests",
    singular: "contact request",
    inMenu: false,
    can: { ...onlyRead, delete: true },
    label: "Contact requests",
    doc: "Messages sent through the contact form. Requests are deleted after two years.",
    fields: [
      recordField({ name: "at", label: "Received", type: "datetime", editable: "never", listedTo: "second" }),
      recordField({
        name: "topic",
        label: "Topic",
        type: "enum",
        values: contactTopics.map(({ topic }) => topic),
        editable: "never",
      }),
      recordField({ name: "name", label: "Name", type: "string", editable: "never" }),
      recordField({
        name: "email",
        label: "Email",
        type: "string",
        editable: "never",
        doc: "As entered; the address has not been verified.",
      }),
      recordField({ name: "company", label: "Company", type: "string", ...never }),
      recordField({ name: "message", label: "Message", type: "text", listed: false, editable: "never" }),
      recordField({
        name: "mailedAt",
        label: "Forwarded",
        type: "datetime",
        doc: "When the request was passed to the mail server.",
        listed: false,
        ...never,
      }),
    ],
    namedBy: ["name"],
    searchFields: ["name", "email", "company", "message"],
    unique: [],
    defaultSort: { field: "at", direction: "desc" },
    // What visitors wrote goes when it is deleted.
    loggedFields: ["at", "topic"],
  }),
];
