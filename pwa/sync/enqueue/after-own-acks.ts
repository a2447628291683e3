import { ownRow } from '../commands/command-target.ts';
import { isMadeOnTop } from '../commands/made-on-top.ts';
import { type DeleteBody, madeOn, type UpdateBody } from './editor-coalesce.ts';
import type { EditorQueue } from './editor-queue.ts';

/**
 * Returns the edit as one of the version that the user's own edits have made since: a screen shows an ack a moment after
 * it is stored, and nobody is to be in conflict with themselves. An edit that was begun before another one of the same
 * field stays on the version that it saw, so that both are compared.
 */
export function afterOwnAcks<Body extends UpdateBody | DeleteBody>(
  { unpulled }: Pick<EditorQueue, 'unpulled'>,
  body: Body,
): Body {
  const record = ownRow(body);
  const acknowledged = unpulled.filter((one) => ownRow(one) === record);
  if (!isMadeOnTop(body, acknowledged)) return body;
  const own = new Set(acknowledged.map(({ ackVersion }) => ackVersion));
  let { version } = body.args;
  while (own.has(version + 1)) version += 1;
  return madeOn(body, version);
}
