/** Requests sent with the contact form. */

export {
  type ContactDesk,
  type ContactDeskOptions,
  createContactDesk,
  listContactRequests,
  type StoredContactRequest,
} from "./contactDesk";
