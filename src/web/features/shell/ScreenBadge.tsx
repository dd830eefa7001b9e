import type { ScreenBadge as BadgeName } from "#domain/vocabulary";
import { Badge } from "../../ui/display/Badge";
import type { Size } from "../../ui/styles/scale";

export interface ScreenBadgeProps {
  badge: BadgeName | null;
  size: Size;
}

/** Marks a screen as new or unfinished, in the menu and on its page. */
export const ScreenBadge = ({ badge, size }: ScreenBadgeProps) =>
  badge && (
    <Badge variant={badge === "NEW" ? "new" : "beta"} size={size}>
      {badge}
    </Badge>
  );
