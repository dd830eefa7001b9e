import { Menu } from "@base-ui/react/menu";
import { Link } from "@tanstack/react-router";
import clsx from "clsx";
import {
  Bell,
  Building2,
  Gauge,
  KeyRound,
  LogOut,
  type LucideIcon,
  Settings,
  Star,
  UserRound,
  Users,
} from "lucide-react";
import { type ReactNode, useState } from "react";
import { planOf, type User } from "#domain/people";
import { settingsScreens, watchlistScreen } from "#domain/screens";
import { accessTo } from "#domain/vocabulary";
import { buttonClass } from "../../../ui/controls/Button";
import { Badge } from "../../../ui/display/Badge";
import { popupClass } from "../../../ui/styles/popupClass";
import { useSignOut } from "../integrations/useSignOut";
import { OrganizationSwitcher } from "../organizations/OrganizationSwitcher";

const itemClass =
  "flex w-full cursor-default items-center gap-2 rounded-sm px-2 py-1.5 text-md outline-none data-highlighted:bg-hover [&>svg]:size-4 [&>svg]:text-faint";

/** Icons by screen path; other screens have the first. */
const icons: Readonly<Record<string, LucideIcon>> = {
  "/settings": Settings,
  "/settings/profile": UserRound,
  "/settings/plan": Gauge,
  "/settings/organizations": Building2,
  "/settings/watches": Bell,
  "/settings/team": Users,
  "/settings/api-keys": KeyRound,
  "/watchlist": Star,
};

/** The menu of the signed-in user. Supports arrow keys, Home, End, letters and Escape. */
export function UserMenuPopup({ user, face }: { user: User; face: ReactNode }) {
  const { signOut, isSigningOut } = useSignOut();
  // Rendered within the bar, so that the menu belongs to a landmark of the page.
  const [place, setPlace] = useState<HTMLElement | null>(null);
  const mine = [watchlistScreen, ...settingsScreens].filter(
    ({ permission }) => accessTo(permission, user) === "allowed",
  );
  return (
    <Menu.Root>
      <Menu.Trigger
        aria-label={`Account: ${user.name || user.email}`}
        className={clsx(buttonClass({ variant: "secondary", size: "sm" }), "data-popup-open:bg-hover")}
      >
        {face}
      </Menu.Trigger>
      <span ref={setPlace} />
      <Menu.Portal container={place}>
        <Menu.Positioner align="end" sideOffset={6} collisionPadding={8} className="z-50 outline-none">
          <Menu.Popup className={clsx(popupClass, "w-max min-w-52 max-w-xs p-1")}>
            <div className="px-2 py-1.5">
              {user.name && <p className="truncate font-medium text-md">{user.name}</p>}
              <p className="truncate text-muted text-sm">{user.email}</p>
              {user.organization && (
                <p className="mt-1 flex items-center gap-1.5 text-muted text-sm">
                  <span className="truncate">{user.organization.name}</span>
                  <Badge size="xs">{planOf(user.organization.plan.type).label}</Badge>
                </p>
              )}
            </div>
            <Menu.Separator className="my-1 h-px bg-line" />
            <OrganizationSwitcher user={user} itemClass={itemClass} />
            {mine.map(({ path, label }) => {
              const Icon = icons[path] ?? Settings;
              return (
                <Menu.LinkItem key={path} closeOnClick className={itemClass} render={<Link to={path} />}>
                  <Icon aria-hidden="true" />
                  {label}
                </Menu.LinkItem>
              );
            })}
            <Menu.Separator className="my-1 h-px bg-line" />
            <Menu.Item className={itemClass} disabled={isSigningOut} closeOnClick={false} onClick={signOut}>
              <LogOut aria-hidden="true" />
              {isSigningOut ? "Signing out…" : "Sign out"}
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
