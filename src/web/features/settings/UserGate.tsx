import type { ReactNode } from "react";
import type { User } from "#domain/people";
import { ErrorState } from "../../ui/display/ErrorState";
import { Skeleton } from "../../ui/display/Skeleton";
import { useUser } from "../people/session/useUser";

/** Renders its content for the signed-in user, and the loading, error and anonymous states. */
export function UserGate({ children }: { children: (user: User) => ReactNode }) {
  const { user, error } = useUser();
  if (user !== null) return children(user);
  if (error !== null) return <ErrorState title="Your profile could not be loaded">{error}</ErrorState>;
  return <Skeleton className="h-60 w-full" />;
}
