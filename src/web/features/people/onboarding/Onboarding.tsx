import { useQueryClient } from "@tanstack/react-query";
import { useLocation, useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useState } from "react";
import type { User } from "#domain/people";
import { useTrpc } from "../../../rpc/useTrpc";
import { useFreeFocus } from "../../../ui/controls/focus";
import { rolloutVariant } from "../rollouts/rollouts";
import { isSignInPage } from "../session/postAuthRedirect";

interface OnboardingFacts {
  /** Null for an anonymous visitor. */
  user: Pick<User, "profile" | "features"> | null;
  /** Variant of the rollout `popup-auth`. */
  popupAuth: string;
  pathname: string;
}

/** True if the user has to complete their profile on this page. Sign-in pages are excluded. */
export function needsOnboarding({ user, popupAuth, pathname }: OnboardingFacts): boolean {
  if (isSignInPage(pathname)) return false;
  if (user === null || popupAuth !== "forced-auth" || !user.features["enable-inline-onboarding"])
    return false;
  const { acquisitionChannel, companyType, company } = user.profile;
  return acquisitionChannel === "" || companyType === "" || company.trim() === "";
}

const OnboardingModal = lazy(() =>
  import("./OnboardingModal").then((module) => ({ default: module.OnboardingModal })),
);

/** Opens the profile form if required fields are missing, and returns to the page where it opened. */
export function Onboarding({ user }: { user: User | null }) {
  const queryClient = useQueryClient();
  const trpc = useTrpc();
  const navigate = useNavigate();
  const page = useLocation({ select: (location) => location.href });
  const pathname = useLocation({ select: (location) => location.pathname });
  /** The page on which it opened; null while it is closed. */
  const [openedOn, setOpenedOn] = useState<string | null>(null);

  useEffect(() => {
    const needed = needsOnboarding({ user, popupAuth: rolloutVariant("popup-auth"), pathname });
    setOpenedOn((before) => (needed ? (before ?? page) : null));
  }, [user, page, pathname]);

  const free = useFreeFocus(openedOn !== null);
  if (openedOn === null || user === null || !free) return null;
  return (
    <Suspense>
      <OnboardingModal
        open
        user={user}
        onSaved={(saved) => {
          setOpenedOn(null);
          queryClient.setQueryData(trpc.users.getProfile.queryKey(), saved);
          if (openedOn !== "/") void navigate({ href: openedOn });
        }}
      />
    </Suspense>
  );
}
