import { expect, test } from "vitest";
import { verificationProblem } from "./useSignIn";

const answer = (status: number, url = "https://app.example/treasuries") => ({
  ok: status >= 200 && status < 300,
  status,
  url,
});

test("ok, status 200 and a page that is not the error page is a success", () => {
  expect(verificationProblem(answer(200))).toBeNull();
});

test("each failure has the message of the specification", () => {
  expect(verificationProblem(answer(429))).toBe("Invalid verification code - please try again.");
  expect(verificationProblem(null)).toBe("Verification failed - please try again.");
  expect(verificationProblem(answer(204))).toBe("Verification failed - please try again.");
  expect(verificationProblem(answer(200, "https://app.example/auth/error?error=Verification"))).toBe(
    "Verification failed - please check your code.",
  );
});

test("an address that cannot create an account gets the reason", () => {
  expect(verificationProblem(answer(200, "https://app.example/auth/error?error=SignUpLimited"))).toMatch(
    /^New accounts require an invitation or an address at an approved email domain\./,
  );
});
