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
export function savesOf({ tokens, lessonIds }: Learners): NextRequest {
  let count = 0;
  return () => {
    count += 1;
    const entry = {
      lessonId: lessonIds[Math.floor(count / tokens.length) % lessonIds.length],
      positionSeconds: count,
      updatedAt: new Date().toISOString(),
    };
    return {
      method: 'PUT',
      path: '/api/progress',
      headers: { ...headersOf(tokens[count % tokens.length] ?? ''), 'Idempotency-Key': randomUUID() },
      body: JSON.stringify({ entries: [entry] }),
    };
  };
}

/** Pulls of devices that have everything. */
export async function pullsOf(url: string, { tokens }: Learners): Promise<NextRequest> {
  const pulls = await Promise.all(
    tokens.map(async (token) => {
      const path = `/api/sync?cursor=${encodeURIComponent(await lastCursor(url, token))}`;
      return { method: 'GET' as const, path, headers: headersOf(token) };
    }),
  );
  let count = 0;
  return () => {
    count += 1;
    return { ...pulls[count % pulls.length] };
  };
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
