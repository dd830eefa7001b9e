import { Link, useRouteContext } from "@tanstack/react-router";
import { LockKeyhole } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { isPageOfSignIn, pagePermission } from "#domain/screens";
import { accessTo, type Permission, permissionGrants } from "#domain/vocabulary";
import { useHydrationMark } from "../../hydration/useHydrated";
import { buttonClass } from "../../ui/controls/Button";
import { useShownPath } from "../../ui/controls/useShownPath";
import { EmptyState } from "../../ui/display/EmptyState";
import { gateSentence } from "./gateSentence";
import { loginAddress } from "./session/postAuthRedirect";
import { useCaller } from "./session/useCaller";

/**
 * The page, or the reason why it is not accessible. The server withholds its data too. If the session ends on
 * a page that requires one, the browser goes to the sign-in page and returns afterwards.
 */
export function PageGate({ children }: { children: ReactNode }) {
  // The current page stays visible while the next one is fetched.
  const pathname = useShownPath();
  const caller = useCaller();
  const permission = pagePermission(pathname);
  const requiresSignIn = useRouteContext({
    from: "__root__",
    select: ({ site }) => site.requiresSignIn,
  });
  const isClosed = requiresSignIn && caller.id === "" && !isPageOfSignIn(pathname);
  const access = isClosed ? "sign_in" : accessTo(permission, caller);
  // Effect: navigation to another document.
  useEffect(() => {
    if (access === "sign_in") location.assign(loginAddress(location.pathname + location.search));
  }, [access]);
  if (access === "allowed") return children;
  if (access === "sign_in") return null; // before the redirect to the sign-in page
  return <PageRefusal permission={permission} />;
}

function PageRefusal({ permission }: { permission: Permission }) {
  useHydrationMark("page");
  const caller = useCaller();
  return (
    <div className="py-12">
      <h1 className="sr-only">Not included in your plan</h1>
      <EmptyState
        icon={<LockKeyhole strokeWidth={1.5} />}
        title={
          permission === "admin"
            ? "This page is for administrators only"
            : "This page is not included in your plan"
        }
        actions={
          <>
            {accessTo("admin", caller) === "allowed" && (
              <Link to="/admin/data" className={buttonClass()}>
                Open features to everyone
              </Link>
            )}
            {permission !== "admin" && (
              <Link to="/settings/plan" className={buttonClass({ variant: "primary" })}>
                Your plan
              </Link>
            )}
            <Link to="/" className={buttonClass()}>
              Market overview
            </Link>
          </>
        }
      >
        {gateSentence(permission) ?? permissionGrants[permission].doc}
      </EmptyState>
    </div>
  );
}
