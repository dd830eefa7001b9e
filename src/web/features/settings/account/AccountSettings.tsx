import { UserGate } from "../UserGate";
import { DeleteAccount } from "./DeleteAccount";
import { ExportAccount } from "./ExportAccount";
import { Preferences } from "./Preferences";
import { Sessions } from "./Sessions";

/** The account itself: how it looks, where it is signed in, and what is kept about it. */
export const AccountSettings = () => (
  <UserGate>
    {(user) => (
      <>
        <Preferences />
        <Sessions />
        <ExportAccount />
        <DeleteAccount email={user.email} />
      </>
    )}
  </UserGate>
);
