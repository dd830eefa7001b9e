/** The input of the contact form. */
import { z } from "zod";
import { CONTACT_TRAP, type ContactTopic, contactLimits, contactTopics } from "./contactTopics";
import { emailSchema } from "./emailSchema";
import { plainLine, plainText } from "./plainText";

const topics = contactTopics.map(({ topic }) => topic);
const isTopic = (text: unknown): text is ContactTopic => topics.some((topic) => topic === text);

const { name, email, company, message } = contactLimits;
const atMost = (length: number) => `Use at most ${length.toLocaleString("en-US")} characters`;
/** A line that has to be given, with the words for one that is not. */
const required = (length: number, missing: string) =>
  z
    .string({ error: missing })
    .refine((text) => text.trim() !== "", { error: missing, abort: true })
    .refine((text) => text.trim().length <= length, { error: atMost(length), abort: true });

export const contactRequestSchema = z.object({
  topic: z.custom<ContactTopic>(isTopic, { error: "Choose a topic" }),
  name: required(name, "Enter your name").pipe(plainLine(name, "Name")),
  email: z
    .string({ error: "Enter your email address" })
    .refine((text) => text.trim() !== "", { error: "Enter your email address", abort: true })
    .refine((text) => text.trim().length <= email, { error: atMost(email), abort: true })
    .refine((text) => emailSchema.safeParse(text).success, {
      error: "Enter a valid email address",
      abort: true,
    })
    .pipe(emailSchema),
  company: required(company, "Enter your company").pipe(plainLine(company, "Company")),
  message: required(message, "Enter a message").pipe(plainText(message, "Message")),
  [CONTACT_TRAP]: z.string().max(1_000).default(""),
});

export type ContactRequest = z.output<typeof contactRequestSchema>;
