/** Topics and limits of the contact form. Without the schema, which stays on the server. */
export const contactTopics = [
  { topic: "plan", label: "A plan or a trial" },
  { topic: "data_api", label: "The data API" },
  { topic: "data_partner", label: "Becoming a data partner" },
  { topic: "correction", label: "A correction" },
  { topic: "other", label: "Something else" },
] as const;

export type ContactTopic = (typeof contactTopics)[number]["topic"];

/** The label of a topic; the topic itself if it no longer exists. */
export const contactTopicLabel = (topic: string): string =>
  contactTopics.find((one) => one.topic === topic)?.label ?? topic;

/** Most characters of each field. */
export const contactLimits = { name: 120, email: 254, company: 120, message: 4_000 } as const;

/** The address of the form, for browsers without scripts. */
export const CONTACT_PATH = "/contact";

/** A field that people do not see: what fills it in is a program. */
export const CONTACT_TRAP = "website";

export const CONTACT_RECEIVED = "Thank you. Your request has been received.";
