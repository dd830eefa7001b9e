/** Sessions. */

export {
  endAllSessions,
  endSession,
  findSession,
  listSessions,
  SESSION_DAYS,
  type SessionSummary,
  touchSession,
} from "./sessions";
