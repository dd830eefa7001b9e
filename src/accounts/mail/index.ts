/** Sending mail, and the mails of the product. */

export { createMailer, type Mail, type Mailer } from "./mailer";
export { invitationMail, noticeMail, signInMail, type WatchMailLine, watchMail } from "./messages";
