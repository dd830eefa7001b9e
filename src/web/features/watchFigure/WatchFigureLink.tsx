import { Link } from "@tanstack/react-router";
import clsx from "clsx";
import { Bell } from "lucide-react";
import type { SubjectType } from "#domain";
import { buttonClass } from "../../ui/controls/Button";
import { useCaller } from "../people/session/useCaller";

export interface WatchFigureLinkProps {
  type: SubjectType;
  /** Of an entity. */
  id: number;
  /** Slug of the metric; left out where the reader chooses one. */
  metric?: string;
}

/** Leads to the form of a new watch, filled in. Nothing while nobody is signed in. */
export function WatchFigureLink({ type, id, metric }: WatchFigureLinkProps) {
  if (useCaller().id === "") return null;
  return (
    <Link
      to="/settings/watches"
      search={{ type, ...(type !== "catalog" && { id }), ...(metric !== undefined && { metric }) }}
      preload={false}
      className={clsx("no-print", buttonClass({ size: "sm" }))}
    >
      <Bell aria-hidden="true" className="size-3.5" />
      {metric === undefined ? "New watch" : "Watch this figure"}
    </Link>
  );
}
