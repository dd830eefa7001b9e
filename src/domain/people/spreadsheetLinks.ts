/** Links by which a spreadsheet reads one stored query, without a header. */

/** Links of one person in one organization that can work at the same time. */
export const MAX_LIVE_SPREADSHEET_LINKS = 20;

/** Where links are answered; the secret is the parameter `token`, since addresses are logged without theirs. */
const SPREADSHEET_PATH = "/export/link.csv";

/** The address that a spreadsheet is given. */
export const spreadsheetAddress = (origin: string, secret: string): string =>
  `${origin}${SPREADSHEET_PATH}?token=${secret}`;
