import { isShown, type ScreenContext, type Section, Sections } from "./section";
import type { Subject } from "./subject";

const box =
  (className: string) =>
  <S extends Subject>(...sections: readonly Section<S>[]): Section<S> => ({
    load: (context) => Promise.all(sections.map(({ load }) => load(context))),
    isShown: (context) => sections.some((one) => isShown(one, context)),
    anchors: (context) => sections.flatMap(({ anchors }) => anchors?.(context) ?? []),
    show: (context) => (
      <div className={className}>
        <Sections sections={sections} context={context} />
      </div>
    ),
  });

/** Side by side on wide screens; a single one has the full width. */
export const halves = box("grid gap-4 xl:has-[>:nth-child(2)]:grid-cols-2");
export const thirds = box("grid gap-4 xl:grid-cols-3");
/** Side by side from the width of laptops. */
export const pair = box("grid gap-4 lg:has-[>:nth-child(2)]:grid-cols-2");
/** Stacked within a row. */
export const stack = box("flex min-w-0 flex-col gap-4");
/** Two of three columns. */
export const twoThirds = box("min-w-0 xl:col-span-2");

/** A section that is only shown if a condition is met. */
export const where = <S extends Subject>(
  holds: (context: ScreenContext<S>) => boolean,
  one: Section<S>,
): Section<S> => ({
  ...one,
  isShown: (context) => holds(context) && isShown(one, context),
  load: (context) => (holds(context) ? one.load(context) : Promise.resolve()),
  show: (context) => (holds(context) ? one.show(context) : null),
});
