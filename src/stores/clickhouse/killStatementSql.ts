/**
 * Kills the statement with a mark as its `log_comment`. The mark is ours and consists of UUID characters, so
 * it is inlined: binding it would wait for the statement to kill.
 */
export const killStatementSql = (mark: string) =>
  `KILL QUERY WHERE Settings['log_comment'] = '${mark}' ASYNC`;
