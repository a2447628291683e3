import type { Endpoint } from '#schema/endpoints/endpoint.ts';
import type { Deps } from '../deps.ts';
import type { CommandReply } from '../http/commands/run-command.ts';
import type { CommandOrigin } from '../http/endpoint-routes.ts';
import { discardAttached } from './discard-uploads.ts';

interface FinishedCommand {
  readonly origin: CommandOrigin;
  readonly reply: CommandReply;
}

/**
 * After the commit: deletes the bytes of attached uploads. After a crash before this, the sweep deletes them.
 */
export async function afterAttach(
  deps: Deps,
  { method, path }: Endpoint,
  { origin, reply }: FinishedCommand,
): Promise<void> {
  const { id: userId } = origin.caller;
  const line = { userId, call: `${method} ${path}`, status: reply.status };
  if (reply.status !== 200) return deps.log.warn(line, 'edit refused');
  deps.log.info(line, 'course edited');
  await discardAttached(deps, userId).catch((error: unknown) => {
    deps.log.warn(
      { userId, error: String(error) },
      'attached uploads were not deleted; the daily sweep does',
    );
  });
}
