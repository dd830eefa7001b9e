/** Sign-in messages as worded in the specification (sections 5 and 8). */
export const signInMessages = {
  sendFailed: "Error sending verification email - please try again.",
  codeRefused: "Invalid verification code - please try again.",
  verifyFailed: "Verification failed - please try again.",
  codeWrong: "Verification failed - please check your code.",
  reenterEmail: "Please re-enter your email",
} as const;
