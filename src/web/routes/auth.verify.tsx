import { createFileRoute } from "@tanstack/react-router";
import { VerifyPage } from "../features/people/signIn/VerifyPage";
import { pageMeta } from "../features/shell/pageMeta";

export const Route = createFileRoute("/auth/verify")({
  head: ({ match }) =>
    pageMeta({
      site: match.context.site,
      title: "Check Your Email",
      description: "Enter the code that was sent to your email.",
    }),
  component: VerifyPage,
});
