/** Holders of tokens, from the transfers of their ledger. */
import { addressKindDoc, addressKindDocs, addressKinds } from "../vocabulary/addressKinds";
import { wordsOfValue } from "../vocabulary/valueWords";
import { reference } from "./commonFields";
import { type EntityKind, refersTo } from "./entities";
import { describeResource, type Field, type FieldDraft, field } from "./resource";

const made = { source: "Computed by Cadastre" } as const;
const column = <const Name extends string>(draft: FieldDraft<Field<Name>>) => field({ ...made, ...draft });
const referred = <Kind extends EntityKind>(kind: Kind) =>
  reference(kind).map(({ field: one }) => ({ ...one, ...made }));

const kinds = (nameOf: (slug: string) => string) =>
  addressKinds.map((kind) => `${nameOf(kind)} (${addressKindDocs[kind]})`).join("; ");

export const holdersResource = describeResource({
  slug: "holders",
  singular: "holder",
  label: "Holders",
  permission: "signed_in",
  doc: "Addresses that hold units of a token at the end of the last day of its ledger.",
  searchFields: ["address_label", "asset_name", "symbol", "network_name"],
  addressFields: ["address", "token_address"],
  defaultSort: { field: "balance_token", direction: "desc" },
  pagedByKey: { time: "balance_token" },
  fields: [
    column({ name: "id", type: "string", label: "Id", doc: "Id of the token and address of the holder." }),
    column({
      name: "address",
      type: "string",
      label: "Address",
      doc: "Address of the holder, in lower case.",
    }),
    column({
      name: "address_label",
      type: "string",
      label: "Label",
      doc: "Name of the address in the catalog.",
      whenNull: "if it is not listed",
      nullable: true,
      policy: { reveals: ["address"] },
    }),
    column({
      name: "address_kind",
      type: "enum",
      values: addressKinds,
      describeValue: addressKindDoc,
      label: "Kind of address",
      doc: `What the address is for: ${kinds((slug) => `\`${slug}\``)}.`,
      hint: `What the address is for: ${kinds(wordsOfValue)}.`,
      whenNull: "if it is not listed",
      nullable: true,
      policy: { reveals: ["address"] },
    }),
    ...referred("network"),
    ...referred("asset"),
    ...referred("asset_class"),
    column({
      name: "token_id",
      type: "id",
      refersTo: refersTo("token", "id"),
      label: "Token id",
      doc: "Numeric id of the token.",
    }),
    column({ name: "symbol", type: "string", label: "Symbol", doc: "Symbol of the token." }),
    column({
      name: "token_address",
      type: "string",
      label: "Token address",
      doc: "Address of the contract of the token.",
    }),
    column({
      name: "token_decimals",
      type: "number",
      label: "Token decimals",
      doc: "Decimal places of the token.",
    }),
    column({
      name: "balance_token",
      aliases: ["balance"],
      type: "number",
      label: "Balance",
      unit: "token",
      doc: "Number of units held, rounded to double precision.",
    }),
    column({
      name: "balance_exact",
      type: "string",
      label: "Exact balance",
      doc: "Number of units held with all decimal places of the token, as text.",
      filterable: false,
      sortable: false,
      policy: { reveals: ["balance_token"] },
    }),
    column({
      name: "share_percent",
      type: "number",
      label: "Share",
      unit: "percent",
      doc: "Balance as a share of total supply on the network.",
      whenNull: "if the supply is not above zero",
      nullable: true,
    }),
    column({
      name: "since",
      type: "date",
      label: "Since",
      doc: "First day of the present holding: the balance has been above zero at the end of every day since.",
    }),
    column({
      name: "last_active",
      type: "date",
      label: "Last active",
      doc: "Last day with a transfer of the token from or to the address.",
    }),
    column({
      name: "date",
      type: "date",
      label: "As of",
      doc: "Day at whose end the balance was held: the last day of the ledger of the token.",
    }),
  ],
});
