import { createFileRoute } from "@tanstack/react-router";
import { z } from "zod";
import { AuthErrorPage } from "../features/people/signIn/AuthErrorPage";
import { pageMeta } from "../features/shell/pageMeta";

export const Route = createFileRoute("/auth/error")({
  validateSearch: z.object({ error: z.string().optional().catch(undefined) }),
  head: ({ match }) =>
    pageMeta({
      site: match.context.site,
      title: "Sign-in Error",
      description: "What went wrong while signing in and what to do next.",
    }),
  component: () => <AuthErrorPage error={Route.useSearch().error} />,
});
