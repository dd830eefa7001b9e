import { useMailIsLogged } from "./useMailIsLogged";

/** States where the code is while no mail server is configured. */
export function MailIsLoggedNote() {
  const mailIsLogged = useMailIsLogged();
  return (
    mailIsLogged && (
      <p className="rounded-md bg-caution-soft px-3 py-2 text-caution text-sm">
        No mail server is configured. The code is printed in the server log.
      </p>
    )
  );
}
