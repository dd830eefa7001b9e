import { Link, useLocation, useMatches } from "@tanstack/react-router";
import { CircleUserRound } from "lucide-react";
import { lazy, Suspense, useEffect, useState } from "react";
import type { User } from "#domain/people";
import { useHydrated } from "../../../hydration/useHydrated";
import { buttonClass } from "../../../ui/controls/Button";
import { isSignInPage } from "../session/postAuthRedirect";
import { useUser } from "../session/useUser";

const UserMenuPopup = lazy(() =>
  import("./UserMenuPopup").then((module) => ({ default: module.UserMenuPopup })),
);

/** The end of the top bar: a sign-in link, or the menu of the user. */
export function UserMenu() {
  const { user } = useUser();
  return user === null ? <SignInLink /> : <Signed user={user} />;
}

function SignInLink() {
  const page = useLocation({ select: (location) => location.href });
  // All unknown URLs (only the root route matches) share one cached page without a return address.
  const isShared = useMatches({ select: (matches) => matches.length === 1 });
  const isHydrated = useHydrated();
  const isSigningIn = isSignInPage(page);
  const isUnknown = isShared && !isHydrated;
  return (
    <Link
      to="/login"
      search={isSigningIn || isUnknown || page === "/" ? {} : { callbackUrl: page }}
      className={buttonClass({ variant: "primary", size: "sm" })}
    >
      Sign in
    </Link>
  );
}

/** A user's name, or the part of the email address before the @. */
const shortName = ({ name, email }: Pick<User, "name" | "email">): string =>
  (name ?? "").trim() || email.split("@")[0] || email;

/** A link to the settings, replaced by a menu once its code has loaded. */
function Signed({ user }: { user: User }) {
  const [ready, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  const face = (
    <>
      <CircleUserRound aria-hidden="true" className="size-4" />
      <span className="max-w-36 truncate max-sm:sr-only">{shortName(user)}</span>
    </>
  );
  const link = (
    <Link to="/settings" className={buttonClass({ variant: "secondary", size: "sm" })}>
      {face}
    </Link>
  );
  return ready ? (
    <Suspense fallback={link}>
      <UserMenuPopup user={user} face={face} />
    </Suspense>
  ) : (
    link
  );
}
