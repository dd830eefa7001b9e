/** Runs in each document: keeps the sign-in modal away from a test that visits many pages without an account. */
export const withoutSignInModal = `sessionStorage.setItem("cadastre.inlineAuth", "disabled")`;
