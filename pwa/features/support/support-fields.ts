import * as v from 'valibot';
import { SupportInput, type SupportSubject } from '#schema/account/support.ts';
import { SUPPORT_MESSAGE_MAX_CHARACTERS } from '#schema/limits.ts';

/** The form's raw input: every field is text, even while it is invalid. */
export const SupportFields = v.object({
  name: v.string(),
  email: v.string(),
  subject: v.string(),
  orderNumber: v.string(),
  message: v.string(),
});
export type SupportFields = v.InferOutput<typeof SupportFields>;
export type SupportField = keyof SupportFields;
export type SupportProblems = Partial<Record<SupportField, string>>;
export type SupportContent = Omit<SupportInput, 'id'>;

/** The labels of the subjects (spec map, section 5). */
export const subjectLabels: Readonly<Record<SupportSubject, string>> = {
  access: 'Access to a course',
  technical: 'Technical problem',
  billing: 'Purchase and billing',
  content: 'Course content',
  other: 'Other',
};

export const supportFieldNames: readonly SupportField[] = [
  'name',
  'email',
  'subject',
  'orderNumber',
  'message',
];

const sentences: Readonly<Record<SupportField, string>> = {
  name: 'Please enter your name',
  email: 'Please enter your email',
  subject: 'Please choose a subject',
  orderNumber: 'An order number has at most 100 characters',
  message: 'Please write your message',
};

/** The name and email of a known user; the other fields are empty. */
export function emptyFields(person: { name: string; email: string } | null): SupportFields {
  return {
    name: person?.name ?? '',
    email: person?.email ?? '',
    subject: '',
    orderNumber: '',
    message: '',
  };
}

/** Whether the input differs from the initial fields. */
export function isWorthSaving(fields: SupportFields, empty: SupportFields): boolean {
  return supportFieldNames.some((name) => fields[name] !== empty[name]);
}

type Checked =
  | { readonly content: SupportContent; readonly problems: null }
  | { readonly content: null; readonly problems: SupportProblems };

/** Returns the request to send, or a message for each invalid field (spec map, section 5). */
export function checkSupport(fields: SupportFields): Checked {
  const parsed = v.safeParse(v.omit(SupportInput, ['id']), fields);
  if (parsed.success) {
    const { orderNumber, ...content } = parsed.output;
    return { content: orderNumber ? { ...content, orderNumber } : content, problems: null };
  }
  const wrong = v.flatten<typeof SupportInput>(parsed.issues).nested ?? {};
  const problems: SupportProblems = {};
  for (const name of supportFieldNames) {
    if (wrong[name] !== undefined) problems[name] = sentenceFor(name, fields[name], wrong[name][0]);
  }
  return { content: null, problems };
}

function sentenceFor(name: SupportField, value: string, sentence: string | undefined): string {
  if (name === 'email' && value.trim() !== '') return sentence ?? sentences.email;
  if (name === 'message' && value.length > SUPPORT_MESSAGE_MAX_CHARACTERS) {
    return `Please shorten your message to ${SUPPORT_MESSAGE_MAX_CHARACTERS.toLocaleString('en')} characters`;
  }
  return sentences[name];
}

/** The server's messages about fields of this form. */
export function ownProblems(fields: Readonly<Record<string, string>>): SupportProblems {
  const known = supportFieldNames.flatMap((name) =>
    fields[name] === undefined ? [] : [[name, fields[name]]],
  );
  return Object.fromEntries(known);
}
