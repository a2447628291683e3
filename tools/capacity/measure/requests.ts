import { randomUUID } from 'node:crypto';
import type autocannon from 'autocannon';
import * as v from 'valibot';
import type { Learners } from './learners.ts';

/** Returns the next request of a load. */
export type NextRequest = () => Pick<autocannon.Request, 'method' | 'path' | 'headers' | 'body'>;

const Page = v.object({ cursor: v.string(), more: v.boolean() });

const headersOf = (token: string) => ({
  Authorization: `Bearer ${token}`,
  'Content-Type': 'application/json',
});

/** One learner after another saves a position, in one lesson after another. */
export function savesOf(learners: Learners): NextRequest {
  let count = 0;
  return () => {
    count += 1;
    return { method: 'PUT', ...saveAt(count, learners) };
  };
}

function saveAt(count: number, { tokens, lessonIds }: Learners) {
  const entry = {
    lessonId: lessonIds[Math.floor(count / tokens.length) % lessonIds.length],
    positionSeconds: count,
    updatedAt: new Date().toISOString(),
  };
  return {
    path: '/api/progress',
    headers: { ...headersOf(tokens[count % tokens.length] ?? ''), 'Idempotency-Key': randomUUID() },
    body: JSON.stringify({ entries: [entry] }),
  };
}

/**
 * Pulls of devices whose learner has changed nothing. Somebody else has, as at any moment of a busy day: a device that
 * knows the last change of all needs less.
 */
export async function pullsOf(url: string, learners: Learners): Promise<NextRequest> {
  const pulls = await Promise.all(
    learners.tokens.slice(1).map(async (token) => {
      const path = `/api/sync?cursor=${encodeURIComponent(await lastCursor(url, token))}`;
      return { method: 'GET' as const, path, headers: headersOf(token) };
    }),
  );
  await saveOne(url, learners);
  let count = 0;
  return () => {
    count += 1;
    return { ...pulls[count % pulls.length] };
  };
}

/** The first learner saves a position. */
async function saveOne(url: string, learners: Learners): Promise<void> {
  const { path, ...request } = saveAt(0, learners);
  const reply = await fetch(`${url}${path}`, { method: 'PUT', ...request });
  if (!reply.ok) throw new Error(`The position was not saved: ${reply.status}`);
}

async function lastCursor(url: string, token: string): Promise<string> {
  for (let cursor = ''; ; ) {
    const reply = await fetch(`${url}/api/sync?cursor=${encodeURIComponent(cursor)}`, {
      headers: headersOf(token),
    });
    const page = v.parse(Page, await reply.json());
    if (!page.more) return page.cursor;
    cursor = page.cursor;
  }
}

/** The account: what a check of a session costs at most. */
export function accountsOf({ tokens }: Learners): NextRequest {
  let count = 0;
  return () => {
    count += 1;
    return { method: 'GET', path: '/api/auth/me', headers: headersOf(tokens[count % tokens.length] ?? '') };
  };
}
