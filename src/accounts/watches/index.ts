/** Watches, their firings and deliveries. */

export {
  cancelDelivery,
  claimDeliveries,
  type DeliveredFiring,
  type Delivery,
  endpointOf,
  extendClaim,
  firingsOf,
  mailReceiver,
  recordAttempt,
  renewClaim,
} from "./deliveries";
export { deliveriesTo, firingsOfWatch, type LoggedFiring, queueTest, redeliver } from "./deliveryLog";
export {
  isMailStopped,
  mailStopToken,
  readUnsubscribeToken,
  resumeWatchMail,
  stopWatchMail,
} from "./unsubscribeTokens";
export {
  createWatch,
  deleteWatch,
  editWatch,
  listWatches,
  pauseWatch,
  readWatch,
  type StoredWatch,
} from "./watches";
export { type LookedData, recordLook, watchesToLookAt } from "./watchLooks";
export type { WatchChange, WatchOwner } from "./watchOwner";
export { readerOfWatch, receiversOf, type WatchReader } from "./watchReader";
export {
  createEndpoint,
  deleteEndpoint,
  listEndpoints,
  pauseEndpoint,
  readEndpoint,
  rotateSecret,
  type WebhookEndpoint,
} from "./webhookEndpoints";
