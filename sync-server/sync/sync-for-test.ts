import { randomUUID } from 'node:crypto';
import { BatchReply } from '#schema/sync/batch.ts';
import { type Change, PullReply } from '#schema/sync/pull.ts';
import type { Person } from '../testing/people.ts';
import type { TestServer } from '../testing/test-server.ts';

/** One call of a batch in a test; with a generated key unless one is given (null: without). */
export interface Called {
  readonly id?: string;
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
  readonly key?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The call in the form of a batch; its id is its index, unless it has one. */
export function toBatched({ id, method, path, body, key, headers }: Called, index: number) {
  const itsKey = key === undefined ? randomUUID() : key;
  return {
    id: id ?? String(index),
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    path,
    headers: { ...headers, ...(itsKey === null ? {} : { 'Idempotency-Key': itsKey }) },
    ...(body === undefined ? {} : { body }),
  };
}

interface Sent {
  readonly as: Person;
  readonly atomic?: boolean;
}

/** Sends calls in one batch and parses the reply. */
export async function sendBatch(server: TestServer, calls: readonly Called[], { as, atomic }: Sent) {
  const requests = calls.map(toBatched);
  const response = await server.request('/api/batch', {
    as,
    body: { requests, ...(atomic === undefined ? {} : { atomic }) },
  });
  return response.read(BatchReply);
}

export const addLesson = (id: string, title = id): Called => ({
  path: '/api/admin/modules/tides-module-1/lessons',
  body: { id, title },
});

export const renameLesson = (id: string, title: string): Called => ({
  method: 'PUT',
  path: `/api/admin/lessons/${id}`,
  body: { title },
});

interface PullOptions {
  readonly cursor?: string;
  readonly limit?: number;
  readonly characters?: number;
  readonly without?: 'courses';
}

/** One page of the pull. */
export async function pull(server: TestServer, as: Person, options: PullOptions = {}) {
  const given = Object.entries(options).map(([name, value]) => [name, String(value)]);
  const query = new URLSearchParams(Object.fromEntries(given));
  return (await server.request(`/api/sync?${query}`, { as })).read(PullReply);
}

/** Pulls until there are no more changes. */
export async function pullAll(server: TestServer, as: Person, options: PullOptions = {}) {
  const changes: Change[] = [];
  let page = await pull(server, as, options);
  changes.push(...page.changes);
  let pages = 1;
  while (page.more) {
    page = await pull(server, as, { ...options, cursor: page.cursor });
    changes.push(...page.changes);
    pages += 1;
  }
  return { changes, cursor: page.cursor, epoch: page.epoch, pages };
}

/** Each change as a label: `lesson tides-lesson-1`, with the prefix `-` when it is deleted. */
export const labels = (changes: readonly Change[]) =>
  changes.map(({ kind, id, deleted }) => `${deleted ? '-' : ''}${kind} ${id}`);

export const activate = (server: TestServer, as: Person, code = 'TIDES-CODE-1') =>
  server.request('/api/courses/tides/activate', { as, body: { activationCode: code } });

export const edit = (server: TestServer, path: string, body?: object) =>
  server.request(`/api/admin/${path}`, {
    method: body === undefined ? 'DELETE' : 'PUT',
    as: server.people.admin,
    ...(body === undefined ? {} : { body }),
  });
