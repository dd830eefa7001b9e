/** Which fact of its evidence a value of an asset is taken from, so that a page can name its document. */
import { countryName } from "../vocabulary/countryName";
import { type DetailName, evidenceDetails, evidenceKinds } from "./evidenceKinds";

interface Statement {
  kind: string;
  /**
   * The detail that states the value of the field; null if the presence or absence of such a fact suffices.
   */
  detail: DetailName | null;
  only?: { detail: DetailName; value: string };
  /**
   * Whether its wording can differ from that of the field: the legal name of an issuer, one of the values of
   * a list.
   */
  inOtherWords?: true;
}

/** Fields of assets that no kind of evidence has as a flag or a list, and what states them. */
const others: readonly (readonly [field: string, Statement])[] = [
  ["issuer_name", { kind: "legal", detail: "legal_entity", inOtherWords: true }],
  ["jurisdiction_country_name", { kind: "legal", detail: "legal_domicile" }],
  ["minimum_investment_dollar", { kind: "eligibility", detail: "minimum_investment_dollar" }],
  [
    "management_fee_percent",
    { kind: "fee", detail: "fee_percent", only: { detail: "fee_kind", value: "management" } },
  ],
  [
    "management_fee_terms",
    { kind: "fee", detail: "fee_terms", only: { detail: "fee_kind", value: "management" } },
  ],
];

const statements: ReadonlyMap<string, Statement> = new Map<string, Statement>([
  ...others,
  ...evidenceKinds.flatMap(({ kind, flags, lists }) => [
    ...flags.map(({ name, detail, only }) => [name, { kind, detail: detail ?? null, only }] as const),
    ...lists.map(({ name, detail, only }) => [name, { kind, detail, only, inOtherWords: true }] as const),
  ]),
]);

type Fact = Readonly<Record<string, unknown>>;

const isGiven = (value: unknown): boolean =>
  value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0);

function states(fact: Fact, { kind, detail, only, inOtherWords }: Statement, value: unknown): boolean {
  if (fact.kind !== kind) return false;
  const qualifier = only === undefined ? undefined : fact[only.detail];
  if (fact.state === "none") {
    // Absence of the whole kind implies absence of these; absence of others does not.
    return (value === false || value === 0) && (!isGiven(qualifier) || qualifier === only?.value);
  }
  if (only !== undefined && qualifier !== only.value) return false;
  if (detail === null) return value === true;
  const said = fact[detail];
  if (inOtherWords) {
    const implied = evidenceDetails.find(({ name }) => name === detail)?.implied;
    return isGiven(said) || (implied !== undefined && fact[implied.by] === implied.is);
  }
  return said === value || (detail === "legal_domicile" && countryName(String(said)) === value);
}

/**
 * The newest fact that states the value of a field of its asset.
 *
 * @param facts of the asset, the newest first
 * @returns undefined where none does: the value is from the asset's own line in the catalog
 */
export function factStating<Row extends Fact>(
  { field, value }: { field: string; value: unknown },
  facts: readonly Row[],
): Row | undefined {
  const statement = statements.get(field);
  if (statement === undefined || !isGiven(value)) return undefined;
  return facts.find((fact) => states(fact, statement, value));
}
