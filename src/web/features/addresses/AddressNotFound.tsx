import { Link } from "@tanstack/react-router";
import { SearchX } from "lucide-react";
import { useHydrationMark } from "../../hydration/useHydrated";
import { buttonClass } from "../../ui/controls/Button";
import { EmptyState } from "../../ui/display/EmptyState";

/** Why there is no page of an address. */
export function AddressNotFound({ data }: { data?: unknown }) {
  useHydrationMark("page");
  return (
    <div className="py-12">
      <h1 className="sr-only">Address not found</h1>
      <EmptyState
        icon={<SearchX strokeWidth={1.5} />}
        title="There is no such address"
        actions={
          <Link to="/" className={buttonClass({ variant: "primary" })}>
            Market overview
          </Link>
        }
      >
        {typeof data === "string" ? data : "It may be mistyped."}
      </EmptyState>
    </div>
  );
}
