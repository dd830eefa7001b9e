import { useQueryClient } from "@tanstack/react-query";
import { useLocation, useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useState } from "react";
import type { User } from "#domain";
import { useTrpc } from "../../../rpc/useTrpc";
import { useFreeFocus } from "../../../ui/controls/focus";
import { rolloutVariant } from "../rollouts/rollouts";
import { needsOnboarding } from "./onboardingRule";

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
