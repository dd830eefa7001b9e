import clsx from "clsx";
import type { FigureFormat, Interval } from "#domain";
import { dashOf, inkFor } from "../../charts/color/groupColor";
import { pageInk } from "../../charts/color/palette";
import { Swatch } from "../../charts/color/Swatch";
import { placeOn } from "../../charts/plan/placeOn";
import { ValueLines } from "../../charts/ValueLines";
import { Figure } from "../../format/Figure";
import { formatDate } from "../../format/formatDate";
import { SmallTable } from "../resourceList/SmallTable";
import { type Course, courseAxes, coursePath, datesOf } from "./courseLines";

export interface CourseFigureProps {
  /** What the picture is of, for those who do not see it. */
  title: string;
  /** Each with a value at least. */
  courses: readonly Course[];
  unit: string;
  /** How values are written. Default: that of the unit. */
  format?: FigureFormat;
  interval: Interval;
  /** Whether the axis starts at zero. Default: true. */
  fromZero?: boolean;
}

/** Values over time as lines, with the newest of each and all of them in a table. The server writes it; it needs no scripts. */
export function CourseFigure({ title, courses, unit, format, interval, fromZero = true }: CourseFigureProps) {
  const dates = datesOf(courses);
  const axes = courseAxes(courses, { unit, interval, fromZero });
  return (
    <figure aria-label={title} className="p-4">
      <ul className="flex flex-wrap gap-x-6 gap-y-1 text-sm">
        {courses.map(({ name, color, points }, index) => (
          <li key={name} className="flex items-center gap-2">
            <Swatch color={color} dash={dashOf(index)} />
            <span className="text-muted">{name}</span>
            <span className="font-medium tabular-nums">
              <Figure value={points.at(-1)?.[1]} unit={unit} format={format} />
            </span>
          </li>
        ))}
      </ul>
      <div
        aria-hidden="true"
        className="relative mt-4 mr-2 mb-8 ml-12 h-48 border-line-strong border-b border-l"
      >
        <ValueLines axis={axes.y} />
        {axes.x.ticks.map(({ value, label }) => (
          <span
            key={value}
            className={clsx(
              "absolute top-full mt-2 whitespace-nowrap text-faint text-xs tabular-nums",
              // At the very end there is room on one side only.
              placeOn(axes.x, value) > 95 ? "-translate-x-full" : "-translate-x-1/2",
            )}
            style={{ left: `${placeOn(axes.x, value)}%` }}
          >
            {label}
          </span>
        ))}
        <svg
          aria-hidden="true"
          viewBox="0 0 100 100"
          preserveAspectRatio="none"
          className="absolute inset-0 size-full"
        >
          {courses.map((course, index) => (
            <path
              key={course.name}
              d={coursePath(course, axes, dates)}
              fill="none"
              stroke={inkFor(course.color, pageInk)}
              strokeWidth="2"
              strokeDasharray={dashOf(index).join(" ") || undefined}
              strokeLinejoin="round"
              vectorEffect="non-scaling-stroke"
            />
          ))}
        </svg>
      </div>
      <details>
        <summary className="min-h-6 cursor-pointer py-1 font-medium text-sm">
          Show these figures as a table
        </summary>
        <SmallTable
          caption={title}
          columns={[
            { name: "date", header: "Date", cell: (date) => <time dateTime={date}>{formatDate(date)}</time> },
            ...courses.map(({ name, points }) => {
              const values = new Map(points);
              return {
                name,
                header: name,
                numeric: true,
                cell: (date: string) => <Figure value={values.get(date)} unit={unit} format={format} />,
              };
            }),
          ]}
          rows={dates.toReversed()}
          rowKey={(date) => date}
        />
      </details>
    </figure>
  );
}
