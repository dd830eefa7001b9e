import { useMailIsLogged } from "./useMailIsLogged";

/** Where the code of an address is; `MailIsLoggedNote` says more where no mail can be sent. */
export function CodeSentTo({ email }: { email: string }) {
  const mailIsLogged = useMailIsLogged();
  const address = <strong className="break-words font-medium text-ink">{email}</strong>;
  return mailIsLogged ? (
    <>Enter the 6-digit code for {address}.</>
  ) : (
    <>We sent a 6-digit code to {address}.</>
  );
}
