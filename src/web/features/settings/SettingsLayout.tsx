import { Link, Outlet } from "@tanstack/react-router";
import clsx from "clsx";
import { settingsScreens } from "#domain/screens";
import { accessTo } from "#domain/vocabulary";
import { useCaller } from "../people/session/useCaller";
import { PageHeader } from "../shell/PageHeader";

const tabClass = "-mb-px whitespace-nowrap border-b-2 px-3 py-2 font-medium text-md";

/** Layout of the settings, with the sections that the account has. */
export function SettingsLayout() {
  const caller = useCaller();
  const mine = settingsScreens.filter(({ permission }) => accessTo(permission, caller) === "allowed");
  return (
    <div className="mx-auto max-w-lg">
      <PageHeader title="Settings" />
      <nav aria-label="Settings" className="mb-5 flex flex-wrap border-b">
        {mine.map(({ path, label, tabLabel }) => (
          <Link
            key={path}
            to={path}
            activeOptions={{ exact: true, includeSearch: false }}
            className={tabClass}
            activeProps={{ className: clsx(tabClass, "border-accent text-ink") }}
            inactiveProps={{ className: clsx(tabClass, "border-transparent text-muted hover:text-ink") }}
          >
            {tabLabel ?? label}
          </Link>
        ))}
      </nav>
      <div className="flex flex-col gap-5">
        <Outlet />
      </div>
    </div>
  );
}
