/**
 * Ends the statement that runs with a mark as its `log_comment`. The mark is ours, and letters of a UUID: bound values
 * would wait behind the very statement that is to end.
 */
export const killStatementSql = (mark: string) =>
  `KILL QUERY WHERE Settings['log_comment'] = '${mark}' ASYNC`;
