import { Link } from "@tanstack/react-router";
import type { ResourceRow } from "#domain/api";
import type { MetricSlug } from "#domain/metrics";
import { allOf } from "#domain/query";
import { assetsResource, type FieldName, fieldByName } from "#domain/resources";
import { type AssetClassSlug, wordsOfValue } from "#domain/vocabulary";
import { CountryFilter } from "../../features/invest/CountryFilter";
import {
  chosenCountry,
  countryConditionsOf,
  countryCounts,
  countryFilter,
  countryQueries,
} from "../../features/invest/countryChoice";
import { assetName } from "../../features/resourceList/assetColumns";
import { type SmallColumn, SmallTable } from "../../features/resourceList/SmallTable";
import { Figure } from "../../format/Figure";
import { fitFormat } from "../../format/fitFormat";
import { textOf } from "../../format/textOf";
import { Unknown } from "../../format/Unknown";
import { Card } from "../../ui/display/Card";
import { type ScreenContext, type Section, section } from "../frame/section";
import type { AssetsSubject } from "../frame/subject";

const ROWS = 8;

const fields = [
  "investor_kinds",
  "open_to_us_persons",
  "minimum_investment_dollar",
  "management_fee_percent",
  "redeemable_by",
] as const satisfies readonly FieldName<"assets">[];

/** Assets with any of these facts. */
const isKnown = {
  operator: "or" as const,
  filters: fields.map((field) => {
    const values = fieldByName(assetsResource, field)?.values;
    return values == null
      ? { operator: "notEquals" as const, field, value: null }
      : { operator: "in" as const, field, value: [...values] };
  }),
};

/** Fields whose text qualifies a value, so that a waived fee is not mistaken for a charged one. */
const noteFields = fields.map((name) => fieldByName(assetsResource, name)?.links.note);
const notes = assetsResource.fields.map(({ name }) => name).filter((name) => noteFields.includes(name));

const column = (name: (typeof fields)[number]): SmallColumn<ResourceRow> => {
  const { label = name, unit = null, links } = fieldByName(assetsResource, name) ?? {};
  return {
    name,
    header: label,
    numeric: unit !== null,
    main: name === "minimum_investment_dollar",
    cell: ({ [name]: value, ...row }, rows) => {
      if (Array.isArray(value) && value.length > 0) {
        return <span className="whitespace-normal">{value.map(String).map(wordsOfValue).join(", ")}</span>;
      }
      if (typeof value === "boolean") return wordsOfValue(String(value));
      const note = links?.note == null ? null : textOf(row[links.note]);
      if (typeof value !== "number" && note === null) return <Unknown />;
      return (
        <>
          {typeof value === "number" && (
            <Figure value={value} unit={unit} format={fitFormat({ unit }, rows.map(numberIn(name)))} />
          )}
          {note !== null && (
            <small className="block whitespace-normal text-muted lg:min-w-24 lg:max-w-40">{note}</small>
          )}
        </>
      );
    },
  };
};

const numberIn =
  (name: string) =>
  ({ [name]: value }: ResourceRow): number | null =>
    typeof value === "number" ? value : null;

/** Eligibility, minimum and fee of the largest assets of a class; omitted if none is known. */
export const terms = (slug: AssetClassSlug, size: MetricSlug): Section<AssetsSubject> =>
  section({
    queries: ({ subject, search }: ScreenContext<AssetsSubject>) => ({
      ...countryQueries(chosenCountry(search)?.country, subject.filter),
      assets: {
        rowsOf: "assets",
        filter: allOf<FieldName<"assets">>(subject.filter, countryFilter(search) ?? isKnown),
        sort: { field: size, direction: "desc" },
        pagination: { page: 1, perPage: ROWS },
        fields: ["slug", "name", "ticker", ...fields, ...notes],
      } as const,
    }),
    render: ({ assets: { results }, offered, excluded, unknown }, { subject: { name }, search }) =>
      (results.length > 0 || countryFilter(search) !== null) && (
        <Card
          title="Who may invest"
          description="Terms of the largest assets, from their public documents."
          padded={false}
          footer={
            <Link
              to="/invest"
              search={{
                filters: [["asset_class_slug", "equals", slug], ...countryConditionsOf(search)],
              }}
              className="inline-block py-1 underline hover:text-ink"
            >
              Terms of all {name}
            </Link>
          }
        >
          <dl className="border-b px-4 py-2.5">
            <CountryFilter counts={countryCounts({ offered, excluded, unknown })} search={search} />
          </dl>
          <SmallTable
            caption={`${name}: who may invest`}
            // Text on eligibility takes the width that short figures leave.
            columns={[{ ...assetName, flexible: false }, ...fields.map(column)]}
            rows={results}
            rowKey={({ id }) => id}
            empty="No assets of this class have this result for the country."
          />
        </Card>
      ),
  });
