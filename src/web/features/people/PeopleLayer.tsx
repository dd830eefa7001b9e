import { useLocation, useNavigate, useRouteContext } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useState } from "react";
import { Onboarding } from "./onboarding/Onboarding";
import { exposeRolloutHelpers } from "./rollouts/debugHelpers";
import { consumePostAuthRedirect, isSignInPage, rememberPostAuthRedirect } from "./session/postAuthRedirect";
import { type SessionStatus, useSession } from "./session/useSession";
import { useUser } from "./session/useUser";
import { useSignInPrompt } from "./signIn/useSignInPrompt";
import { ThemeSync } from "./theme/ThemeSync";

/**
 * Follows the stored redirect when a user lands on the start page after sign-in. On any other page, for
 * example after signing in through the modal, the redirect is removed.
 */
function usePostAuthRedirect(status: SessionStatus): void {
  const pathname = useLocation({ select: (location) => location.pathname });
  const navigate = useNavigate();
  // Effect: reads and clears session storage.
  useEffect(() => {
    if (status !== "authenticated" || isSignInPage(pathname)) return;
    const target = consumePostAuthRedirect();
    if (target !== null && pathname === "/") void navigate({ href: target, replace: true });
  }, [status, pathname, navigate]);
}

const loadSignInModal = () => import("./signIn/SignInModal");
const SignInModal = lazy(() => loadSignInModal().then((module) => ({ default: module.SignInModal })));

const OrganizationNotices = lazy(() =>
  import("./organizations/OrganizationNotices").then((module) => ({ default: module.OrganizationNotices })),
);

const ViewingNotice = lazy(() =>
  import("./viewing/ViewingNotice").then((module) => ({ default: module.ViewingNotice })),
);

const Integrations = lazy(() =>
  import("./integrations/Integrations").then((module) => ({ default: module.Integrations })),
);

/**
 * Account features of every page: sign-in modal, onboarding, redirect after sign-in, theme. Renders nothing
 * on the server, so that cached pages are the same for all visitors.
 */
export function PeopleLayer() {
  const [ready, setReady] = useState(false);
  useEffect(() => {
    exposeRolloutHelpers();
    setReady(true);
  }, []);
  return ready && <Layer />;
}

function Layer() {
  const { status } = useSession();
  const { user, isLoading } = useUser();
  const page = useLocation({ select: (location) => location.href });
  const { integrations, signInModal, signUp } = useRouteContext({
    from: "__root__",
    select: (context) => context.site,
  });
  const prompt = useSignInPrompt({ status, mode: signInModal, prepare: loadSignInModal });
  // Without open sign-up, most visitors cannot sign in.
  const isPrompting = prompt.isOpen && signUp === "anyone";
  usePostAuthRedirect(status);
  useEffect(() => {
    if (isPrompting) rememberPostAuthRedirect(page);
  }, [isPrompting, page]);
  // While an administrator views the site as a user, the forms for that user stay closed.
  if (user?.viewed_by !== undefined) {
    return (
      <Suspense>
        <ViewingNotice user={user} />
      </Suspense>
    );
  }
  return (
    <>
      {isPrompting && (
        <Suspense>
          <SignInModal
            open
            page={page}
            onDismiss={signInModal === "dismissible" ? prompt.dismiss : undefined}
          />
        </Suspense>
      )}
      <Onboarding user={user} />
      {user && <ThemeSync user={user} />}
      {user && (
        <Suspense>
          <OrganizationNotices user={user} />
        </Suspense>
      )}
      {status !== "loading" &&
        !isLoading &&
        Object.values(integrations).some((service) => service !== null) && (
          <Suspense>
            <Integrations integrations={integrations} user={user} />
          </Suspense>
        )}
    </>
  );
}
