import * as v from 'valibot';
import { BATCH_MAX_BYTES, PULL_LIMIT, PULL_MAX_CHARACTERS, PULL_MIN_CHARACTERS } from '../limits.ts';
import { BatchInput, BatchReply } from '../sync/batch.ts';
import { PullReply } from '../sync/pull.ts';
import { endpoint, noInput } from './endpoint.ts';

/** The calls that synchronise devices with the server. */
export const syncEndpoints = {
  batch: endpoint({
    method: 'POST',
    path: '/api/batch',
    caller: 'signedIn',
    summary: 'Run up to 100 JSON calls in one request, in order; atomic: all or none',
    input: BatchInput,
    output: BatchReply,
    bodyMaxBytes: BATCH_MAX_BYTES,
  }),
  pull: endpoint({
    method: 'GET',
    path: '/api/sync',
    caller: 'signedIn',
    summary: 'List changes since a cursor, of all rows that the caller may store',
    input: noInput,
    output: PullReply,
    query: {
      cursor: 'The cursor of the last reply; without it, all rows are returned',
      limit: `Maximum number of changes in the reply, at most ${PULL_LIMIT}`,
      characters: `Maximum size of the changes in the reply, from ${PULL_MIN_CHARACTERS} to ${PULL_MAX_CHARACTERS}; one change is always returned`,
      without:
        '“courses”: a learner’s pull from the start omits the rows of courses, which the device downloads whole',
    },
  }),
  /**
   * Server-sent events: `pull`, a hint to pull, also sent at the start; or, in its place, a page with few and small
   * changes, as JSON.
   */
  events: endpoint({
    method: 'GET',
    path: '/api/events',
    caller: 'signedIn',
    summary: 'Send “pull” when something relevant to the caller changed',
    input: noInput,
    output: v.string(),
    query: { with: '“changes”: small changes are sent in place of “pull”, as a page of the pull' },
    reply: 'events',
  }),
} as const;
