import clsx from "clsx";
import { formatFigure } from "../../format/formatNumber";
import { SearchLink } from "../table/query/SearchLink";
import { drawnPlaces, type Place } from "./places";
import { worldMap } from "./worldMap";

/**
 * Colour steps of the map. Values differ by orders of magnitude, so each step is ten times the previous one.
 */
const valueSteps = [
  { from: 0, label: "under $10M", fill: "fill-scale-1", swatch: "bg-scale-1" },
  { from: 1e7, label: "$10M to $100M", fill: "fill-scale-2", swatch: "bg-scale-2" },
  { from: 1e8, label: "$100M to $1B", fill: "fill-scale-3", swatch: "bg-scale-3" },
  { from: 1e9, label: "$1B to $10B", fill: "fill-scale-4", swatch: "bg-scale-4" },
  { from: 1e10, label: "$10B and over", fill: "fill-scale-5", swatch: "bg-scale-5" },
] as const;

type ValueStep = (typeof valueSteps)[number];

/** The step of a value in dollars; null if unknown. */
export const valueStep = (value: number | null): ValueStep | null =>
  value === null ? null : (valueSteps.findLast(({ from }) => value >= from) ?? valueSteps[0]);

const SHAPES = "/world.svg";

const counted = (count: number, one: string) =>
  `${formatFigure(count, "count")} ${one}${count === 1 ? "" : "s"}`;

/** Tooltip of a jurisdiction. */
const wordsOf = ({ name, assets, value, issuers }: Place): string =>
  [
    `${name}: ${counted(assets, "asset")}`,
    value === null ? "value unknown" : formatFigure(value, "dollar"),
    counted(issuers, "issuer"),
  ].join(", ");

export interface WorldMapProps {
  places: readonly Place[];
  /** Slug of the selected jurisdiction. */
  chosen: string | undefined;
}

/** Map of asset domiciles, coloured by value. Every jurisdiction with assets or issuers is a link. */
export const WorldMap = ({ places, chosen }: WorldMapProps) => (
  <figure className="flex flex-col gap-3">
    {/* biome-ignore lint/a11y/useSemanticElements: an image is not a form. */}
    <svg viewBox={`0 0 ${worldMap.width} ${worldMap.height}`} className="h-auto w-full" role="group">
      <title>World map of domiciles</title>
      <use href={`${SHAPES}#land`} className="fill-sunken stroke-line-strong" strokeWidth={0.5} />
      {drawnPlaces(places).map((place) => {
        const fill = valueStep(place.value)?.fill ?? "fill-line-strong";
        const isChosen = place.slug === chosen;
        return (
          <SearchLink
            key={place.code}
            patch={{ place: place.slug }}
            aria-label={wordsOf(place)}
            aria-current={isChosen ? "true" : undefined}
            className="group outline-offset-0"
          >
            <title>{wordsOf(place)}</title>
            <use
              href={`${SHAPES}#${place.code}`}
              className={clsx(
                fill,
                "group-hover:stroke-ink group-focus-visible:stroke-ink",
                isChosen ? "stroke-ink" : "stroke-surface",
              )}
              strokeWidth={isChosen ? 2 : 0.75}
            />
          </SearchLink>
        );
      })}
    </svg>
    <figcaption className="flex flex-wrap gap-x-4 gap-y-1 text-muted text-sm">
      {valueSteps.map(({ label, swatch }) => (
        <Key key={label} swatch={swatch} label={label} />
      ))}
      <Key swatch="bg-line-strong" label="issuers only, or value unknown" />
      <Key swatch="bg-sunken" label="none in the catalog" />
    </figcaption>
  </figure>
);

const Key = ({ swatch, label }: { swatch: string; label: string }) => (
  <span className="inline-flex items-center gap-1.5">
    <span aria-hidden="true" className={clsx("size-3 rounded-sm border", swatch)} />
    {label}
  </span>
);
