import { Link, useLocation } from "@tanstack/react-router";
import clsx from "clsx";
import { type RecordGroup, recordGroups, recordTypes } from "#domain/records";

interface Tab {
  path: string;
  label: string;
}

/** Administration pages that are not lists of records. */
const furtherTabs: Readonly<Record<RecordGroup, readonly Tab[]>> = {
  People: [],
  "API access": [
    { path: "/admin/api_access_partner_key", label: "Key for a partner" },
    { path: "/admin/api_access_check", label: "Check API access" },
  ],
  Site: [
    { path: "/admin/data", label: "Data" },
    { path: "/admin/data/imports", label: "Imports" },
    { path: "/admin/data/corrections", label: "Corrections" },
  ],
};

const groups = recordGroups.map((label) => ({
  label,
  tabs: [...recordTypes.filter(({ group }) => group === label), ...furtherTabs[label]],
}));

const groupClass = "-mb-px block whitespace-nowrap border-b-2 px-3 py-2 font-medium text-md";
const tabClass = "block whitespace-nowrap rounded-md px-2.5 py-1 text-md";

/** The administration pages: groups, and the pages of the current group. */
export function RecordTabs() {
  const path = useLocation({ select: ({ pathname }) => pathname });
  const isAt = (tab: Tab) => path === tab.path || path.startsWith(`${tab.path}/`);
  const open = groups.find(({ tabs }) => tabs.some(isAt));
  return (
    <nav aria-label="Administration" className="mb-4 flex flex-col gap-2">
      <ul className="flex flex-wrap border-b">
        {groups.map(({ label, tabs: [first] }) => (
          <li key={label}>
            <Link
              to={first?.path ?? "/admin"}
              search={{}}
              aria-current={label === open?.label ? "true" : undefined}
              className={clsx(
                groupClass,
                label === open?.label
                  ? "border-accent text-ink"
                  : "border-transparent text-muted hover:text-ink",
              )}
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
      <ul aria-label={open?.label} className="flex flex-wrap gap-1">
        {open?.tabs.map((tab) => (
          <li key={tab.path}>
            <Link
              to={tab.path}
              search={{}}
              // A page below that of several tabs belongs to the one with its own path.
              activeOptions={{
                includeSearch: false,
                exact: open.tabs.some((other) => other !== tab && isAt(other)),
              }}
              className={tabClass}
              activeProps={{ className: clsx(tabClass, "bg-selected text-ink") }}
              inactiveProps={{ className: clsx(tabClass, "text-muted hover:bg-hover hover:text-ink") }}
            >
              {tab.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
