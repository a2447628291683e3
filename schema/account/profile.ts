import * as v from 'valibot';
import { NewPassword, TypedPassword } from './password.ts';
import { EndTicket } from './session.ts';
import { Name, Role, User } from './user.ts';

export const AVATAR_DATA_MAX_CHARACTERS = 400 * 1024;

/** A picture sent by the app: JPEG, PNG or WebP as a data URL, downscaled on the device; null removes it. */
export const Avatar = v.nullable(
  v.pipe(
    v.string(),
    v.maxLength(AVATAR_DATA_MAX_CHARACTERS),
    v.regex(/^data:image\/(jpeg|png|webp);base64,[A-Za-z0-9+/]+={0,2}$/),
  ),
);

/** Fields of the user's own profile; all other fields (role, email, id …) are dropped. */
export const ProfileInput = v.object({ name: v.optional(Name), avatar: v.optional(Avatar) });
export type ProfileInput = v.InferOutput<typeof ProfileInput>;

export const PasswordInput = v.object({
  currentPassword: TypedPassword,
  newPassword: NewPassword,
});
export type PasswordInput = v.InferOutput<typeof PasswordInput>;

/** A password change ends every other session; this one continues with the new token. */
export const PasswordReply = v.object({
  success: v.literal(true),
  token: v.string(),
  endTicket: v.optional(EndTicket),
});

export const RoleInput = v.object({ role: Role });
export type RoleInput = v.InferOutput<typeof RoleInput>;

export const UserReply = v.object({ user: User });
export const UsersReply = v.object({ users: v.array(User) });
