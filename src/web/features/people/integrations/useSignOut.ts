import { useState } from "react";
import { showToast } from "../../../ui/toasts/toast";
import { endThisSession, reportToServer } from "../session/sessionClient";
import { endChat } from "./chat";

/** Ends the session of this browser and loads the start page. */
export function useSignOut(): { signOut: () => Promise<void>; isSigningOut: boolean } {
  const [isSigningOut, setSigningOut] = useState(false);
  const signOut = async () => {
    setSigningOut(true);
    try {
      await endThisSession();
      endChat();
      location.assign("/");
    } catch (error) {
      reportToServer("SIGNOUT_ERROR", error);
      setSigningOut(false);
      showToast({ message: "Signing out failed. Check your connection and try again.", variant: "danger" });
    }
  };
  return { signOut, isSigningOut };
}
