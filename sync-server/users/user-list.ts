import type { Hono } from 'hono';
import type { User } from '#schema/account/user.ts';
import { ADMIN_USERS_PAGE } from '#schema/limits.ts';
import type { Db } from '../db/open.ts';
import type { Deps } from '../deps.ts';
import { type PageQuery, printPlace, readPageQuery, streamList } from '../http/paging.ts';
import { pathParam } from '../http/path-param.ts';
import { ApiError } from '../http/reply/api-error.ts';
import { MEDIA_POLICY } from '../http/reply/security-headers.ts';
import { type AppContext, type AppEnv, jsonReply, reply } from '../http/reply.ts';
import { findSmallAvatar, listUsers, listUsersWithoutPictures, type UserPage } from './people-queries.ts';

/** With pictures, this many are half a megabyte. */
const USERS_AT_ONCE = 200;
const AVATAR_MAX_AGE_SECONDS = 300;
const DATA_URL = /^data:image\/jpeg;base64,/;

/** All users with their pictures, or a page of them with the addresses of their pictures. */
export async function replyWithUsers(deps: Deps, c: AppContext): Promise<Response> {
  const query = readPageQuery(c, ADMIN_USERS_PAGE);
  if (query === null) return streamList(c, 'users', usersWithPictures(deps.db));
  return jsonReply(c, JSON.stringify(await readPage(deps, query)));
}

async function* usersWithPictures(db: Db): AsyncGenerator<string> {
  let after: UserPage['after'] = null;
  let comma = '';
  do {
    const users = await listUsers(db, { after, limit: USERS_AT_ONCE });
    after = users.length < USERS_AT_ONCE ? null : (users.at(-1) ?? null);
    if (users.length === 0) return;
    yield comma + users.map(({ createdAt: _, ...user }) => JSON.stringify(user)).join(',');
    comma = ',';
  } while (after !== null);
}

async function readPage(deps: Deps, { limit, after }: PageQuery) {
  const begin = after === null ? null : { createdAt: after.key, id: after.id };
  const found = await listUsersWithoutPictures(deps.db, { after: begin, limit: limit + 1 });
  const last = found.length > limit ? found[limit - 1] : undefined;
  const expiresAt = deps.media.expiresAt(deps.clock.now());
  const users = found.slice(0, limit).map(({ createdAt: _, hasAvatar, ...user }): User => {
    return { ...user, avatar: hasAvatar ? deps.media.addressOf(avatarOf(user.id), expiresAt) : null };
  });
  return { users, next: last === undefined ? null : printPlace({ key: last.createdAt, id: last.id }) };
}

const avatarOf = (userId: string): string => `avatars/${userId}`;

/** The small pictures, at signed addresses as other media, because `<img>` sends no token. */
export function mountAvatars(app: Hono<AppEnv>, deps: Deps): void {
  app.get('/media/avatars/:userId', async (c) => {
    const userId = pathParam(c, 'userId');
    const { expires, signature } = c.req.query();
    const query = { ...(expires && { expires }), ...(signature && { signature }) };
    if (!deps.media.isValid(avatarOf(userId), query, deps.clock.now())) throw new ApiError('not_allowed');
    const avatar = await findSmallAvatar(deps.db, userId);
    if (avatar === null) throw new ApiError('not_found');
    return reply(c, new Uint8Array(Buffer.from(avatar.replace(DATA_URL, ''), 'base64')), {
      headers: {
        'Content-Type': 'image/jpeg',
        'Cache-Control': `private, max-age=${AVATAR_MAX_AGE_SECONDS}`,
        'Content-Security-Policy': MEDIA_POLICY,
      },
    });
  });
}
