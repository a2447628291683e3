import * as v from 'valibot';
import { Avatar, ProfileInput, UserReply } from '#schema/account/profile.ts';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { messages } from '#schema/messages/messages.ts';
import type { Trx } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import type { CommandReply } from '../http/commands/command.ts';
import type { CommandCall } from '../http/commands/command-handler.ts';
import { commandRoute } from '../http/commands/command-route.ts';
import { parseInput } from '../http/parse-input.ts';
import { ApiError } from '../http/reply/api-error.ts';
import type { Route } from '../http/route.ts';
import { findUser } from '../sessions/user-queries.ts';
import { type AvatarImage, encodeAvatar } from './avatar-image.ts';
import { findAvatar, type ProfileFields, updateProfile } from './profile-queries.ts';

/** The user's own name and picture; no other account data. */
export function profileRoutes(deps: Deps): Route[] {
  return [
    commandRoute(deps, {
      endpoint: endpoints.updateProfile,
      parse: (body) => parseInput(ProfileInput, body),
      admit: ({ caller }) => deps.limits.consume([{ limit: 'profileByUser', key: caller.id }]),
      prepare: prepareAvatar,
      run: saveProfile,
      complete: (reply) => withAvatar(deps, reply),
    }),
  ];
}

const WithAvatar = v.object({ avatar: v.nonNullable(Avatar) });

/** Decodes and re-encodes the picture, if one was sent; null for bytes that are not an image. */
async function prepareAvatar(body: unknown): Promise<AvatarImage | null> {
  const sent = v.safeParse(WithAvatar, body);
  return sent.success ? encodeAvatar(sent.output.avatar) : null;
}

async function saveProfile(trx: Trx, call: CommandCall<ProfileInput, AvatarImage | null>) {
  const { caller, now } = call;
  const fields = fieldsOf(call);
  if (Object.keys(fields).length > 0) {
    await updateProfile(trx, caller.id, { fields, at: now.toISOString() });
  }
  const user = await findUser(trx, caller.id);
  if (user === undefined) throw new ApiError('user_not_found');
  return { user: { ...user, avatar: null } };
}

function fieldsOf({ input, ready }: CommandCall<ProfileInput, AvatarImage | null>): ProfileFields {
  const name = input.name === undefined ? {} : { name: input.name };
  if (input.avatar === undefined) return name;
  if (input.avatar === null) return { ...name, avatar: null, avatarSmall: null };
  if (ready === undefined || ready === null) {
    const message = messages.avatarUnreadable;
    throw new ApiError('invalid_input', { message, fields: { avatar: message } });
  }
  return { ...name, ...ready };
}

/** Receipts are retained for 90 days and omit the picture; a repeat returns the current one. */
export async function withAvatar(deps: Deps, reply: CommandReply) {
  if (reply.status !== 200) return { body: reply.body, headers: {} };
  const { user } = v.parse(UserReply, JSON.parse(reply.body));
  const avatar = await findAvatar(deps.db, user.id);
  return { body: JSON.stringify({ user: { ...user, avatar } }), headers: {} };
}
