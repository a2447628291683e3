import * as v from 'valibot';
import { Id } from '../id.ts';
import { messages } from '../messages/messages.ts';
import { isVisible } from '../visible-text.ts';
import { Email } from './email.ts';
import { NewPassword, TypedPassword } from './password.ts';
import { PasskeyAssertion, SecondFactorCode } from './second-proof.ts';
import { EndTicket } from './session.ts';

export const Role = v.picklist(['user', 'admin']);
export type Role = v.InferOutput<typeof Role>;

/** A user as the API returns them to themselves (spec map, section 3). */
export const User = v.object({
  id: Id,
  name: v.string(),
  email: v.string(),
  role: Role,
  avatar: v.nullable(v.string()),
  activatedCourses: v.array(Id),
  /**
   * A step of schema/account/required-step.ts that this account has to complete first. Any text is accepted, so a
   * step of a newer server does not make the user unreadable.
   */
  requiredStep: v.optional(v.string()),
  /** Sent at sign-in and at each start: gives the account its id back if a restore of the server has lost it. */
  accountProof: v.optional(v.string()),
});
export type User = v.InferOutput<typeof User>;

export const NAME_MAX_CHARACTERS = 200;

export const Name = v.pipe(
  v.string(),
  v.trim(),
  v.check(isVisible, 'Please enter your name'),
  v.maxLength(NAME_MAX_CHARACTERS),
);

const PROOF_MAX_CHARACTERS = 500;
/** The proof of a user of this device with this email. */
const AccountProof = v.pipe(v.string(), v.maxLength(PROOF_MAX_CHARACTERS));

export const LoginInput = v.object({
  email: Email,
  password: TypedPassword,
  /** Sent with the same credentials after the server has returned `second_factor_required`. */
  secondFactor: v.optional(SecondFactorCode),
  /** The same, instead of a code. */
  passkey: v.optional(PasskeyAssertion),
  accountProof: v.optional(AccountProof),
});
export type LoginInput = v.InferOutput<typeof LoginInput>;

export const RegisterInput = v.object({
  name: Name,
  email: Email,
  password: NewPassword,
  accountProof: v.optional(AccountProof),
});
export type RegisterInput = v.InferOutput<typeof RegisterInput>;

export const SessionReply = v.object({
  token: v.pipe(v.string(messages.noToken), v.minLength(1, messages.noToken)),
  user: User,
  endTicket: v.optional(EndTicket),
});
export type SessionReply = v.InferOutput<typeof SessionReply>;

/**
 * First letters of the first and the last part of the name, upper-cased, at most two (spec map, section 1). A letter
 * is what a reader takes for one: with its marks and vowel signs, or a whole emoji.
 */
export function initials(name: string): string {
  const parts = name.split(/\s+/).filter(isVisible);
  const ends = parts.length > 1 ? [parts.at(0), parts.at(-1)] : parts;
  return ends
    .map((part = '') => letters(part).find(isVisible))
    .join('')
    .toUpperCase();
}

function letters(text: string): string[] {
  // Firefox before version 125 has none.
  if (!('Segmenter' in Intl)) return Array.from(text);
  return Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);
}
