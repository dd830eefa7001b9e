import { allOf, entityOf, type Filter, type MetricSlug, metricOf, resourceByName } from "#domain";
import { groupColor } from "../../charts/color/groupColor";
import { CourseFigure } from "../../features/courses/CourseFigure";
import { type Course, shareCourse } from "../../features/courses/courseLines";
import { rankWords } from "../../features/marketShare/rankWords";
import { textOf } from "../../format/textOf";
import { type PackedSeries, unpackSeries } from "../../rpc/packSeries";
import { Card } from "../../ui/Card";
import { where } from "../layout";
import { type ScreenContext, section } from "../section";
import type { ProfileSubject } from "../subject";
import { coursesQuery } from "./courses";

const VALUE: MetricSlug = "bridged_token_value_dollar";

const butStablecoins: Filter = {
  operator: "notEquals",
  field: "asset_class_slug",
  value: "stablecoins",
};

const valueOfSubject = ({ row }: ProfileSubject): number => metricOf(row, VALUE)?.val ?? 0;

const rowsAbove = (rowsOf: string, value: number) =>
  ({
    rowsOf,
    filter: { operator: "gt", field: VALUE, value },
    pagination: { page: 1, perPage: 1 },
    fields: ["slug"],
  }) as const;

const pointsOf = (packed: PackedSeries) => unpackSeries(packed).results[0]?.points ?? [];

/** The place of an entity among its kind, and its part of the market over time: of everything, and of all but stablecoins. */
export const marketShare = where(
  ({ subject }: ScreenContext<ProfileSubject>) => valueOfSubject(subject) > 0,
  section({
    queries: ({ subject, status }: ScreenContext<ProfileSubject>) => {
      const { resource } = entityOf(subject.kind);
      const over = (filter: Filter | null) => coursesQuery([VALUE], filter, { asOf: status.as_of });
      return {
        part: over(subject.filter),
        whole: over(null),
        partWithout: over(allOf(subject.filter, butStablecoins)),
        wholeWithout: over(butStablecoins),
        ahead: rowsAbove(resource, valueOfSubject(subject)),
        ranked: rowsAbove(resource, 0),
      };
    },
    render: ({ part, whole, partWithout, wholeWithout, ahead, ranked }, { subject }) => {
      const { kind, id, slug, name, row } = subject;
      const color = groupColor({ type: kind, id, slug, name, color: textOf(row.color_hex) });
      const courses: Course[] = [
        { name: "Of all assets", color, points: shareCourse(pointsOf(part), pointsOf(whole)) },
        {
          name: "Without stablecoins",
          color: "benchmark" as const,
          points: shareCourse(pointsOf(partWithout), pointsOf(wholeWithout)),
        },
      ].filter(({ points }) => points.length > 0);
      const place = ahead.pagination.resultCount + 1;
      const rank = rankWords({ place, of: ranked.pagination.resultCount, kind: nounOf(kind) });
      return (
        courses.length > 0 && (
          <Card
            title="Market share"
            description={`${rank}. The whole is the value of every asset in the catalog; without stablecoins, that of all others.`}
            padded={false}
          >
            <CourseFigure
              title={`${name}: share of the market over two years`}
              courses={courses}
              unit="percent"
              interval="month"
            />
          </Card>
        )
      );
    },
  }),
);

/** `networks`, `asset managers`. */
const nounOf = (kind: ProfileSubject["kind"]): string =>
  (resourceByName(entityOf(kind).resource)?.label ?? kind).toLowerCase();
