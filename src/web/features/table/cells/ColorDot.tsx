import { type ColoredGroup, groupColor, inkFor } from "../../../charts/color/groupColor";
import { pageInk } from "../../../charts/color/palette";

/** The colour of a group in every chart. Decorative, next to its name. */
export const ColorDot = ({ of }: { of: ColoredGroup }) => (
  <span
    aria-hidden="true"
    className="inline-block size-2.5 shrink-0 rounded-full"
    style={{ backgroundColor: inkFor(groupColor(of), pageInk) }}
  />
);
