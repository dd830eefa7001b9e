import { UserGate } from "../UserGate";
import { DeleteAccount } from "./DeleteAccount";
import { ExportAccount } from "./ExportAccount";
import { Preferences } from "./Preferences";
import { Sessions } from "./Sessions";

/** Account settings: theme, sessions, data export and deletion. */
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
