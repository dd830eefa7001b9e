import { useMailIsLogged } from "./useMailIsLogged";

/** Where the code of an address was sent. `MailIsLoggedNote` covers the case without a mail server. */
export function CodeSentTo({ email }: { email: string }) {
  const mailIsLogged = useMailIsLogged();
  const address = <strong className="break-words font-medium text-ink">{email}</strong>;
  return mailIsLogged ? (
    <>Enter the 6-digit code for {address}.</>
  ) : (
    <>We sent a 6-digit code to {address}.</>
  );
}

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
