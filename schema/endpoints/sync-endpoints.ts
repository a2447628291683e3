import * as v from 'valibot';
import { BATCH_MAX_BYTES, PULL_LIMIT } from '../limits.ts';
import { BatchInput, BatchReply } from '../sync/batch.ts';
import { PullReply } from '../sync/pull.ts';
import { endpoint, noInput } from './endpoint.ts';

/** The calls that synchronise devices with the server. */
export const syncEndpoints = {
  batch: endpoint({
    method: 'POST',
    path: '/api/batch',
    caller: 'signedIn',
    summary: 'Up to 100 JSON calls in one round trip, in order; atomic: all of them or none',
    input: BatchInput,
    output: BatchReply,
    bodyMaxBytes: BATCH_MAX_BYTES,
  }),
  pull: endpoint({
    method: 'GET',
    path: '/api/sync',
    caller: 'signedIn',
    summary: 'What changed since a cursor, of everything that the caller may see and keep',
    input: noInput,
    output: PullReply,
    query: {
      cursor: 'Of the last answer; without one everything comes, from the start',
      limit: `Changes in the answer, ${PULL_LIMIT} at most`,
    },
  }),
  /** Server-sent events of one kind: `pull`. Only a hint to pull, also sent at the start. */
  events: endpoint({
    method: 'GET',
    path: '/api/events',
    caller: 'signedIn',
    summary: 'Says “pull” when something changed that concerns the caller',
    input: noInput,
    output: v.string(),
    reply: 'events',
  }),
} as const;
