import type { Endpoint } from '#schema/endpoints/endpoint.ts';
import type { Deps } from '../deps.ts';
import type { CommandReply } from '../http/commands/command.ts';
import type { CommandOrigin } from '../http/commands/command-handler.ts';
import type { Ready } from './attach-upload.ts';
import { discardAttached } from './discard-uploads.ts';

interface FinishedCommand {
  readonly origin: CommandOrigin;
  readonly reply: CommandReply;
  readonly ready: Ready<unknown> | undefined;
}

/** After the commit: deletes the bytes of the upload. After a crash before this, the sweep deletes them. */
export async function afterAttach(
  deps: Deps,
  { method, path }: Endpoint,
  { origin, reply, ready }: FinishedCommand,
): Promise<void> {
  const { id: userId } = origin.caller;
  const line = { userId, call: `${method} ${path}`, status: reply.status };
  if (reply.status !== 200) return deps.log.warn(line, 'edit refused');
  deps.log.info(line, 'course edited');
  if (ready === undefined || ready.refusal !== null) return;
  await discardAttached(deps, ready.upload).catch((error: unknown) => {
    deps.log.warn(
      { userId, error: String(error) },
      'an attached upload was not deleted; the daily sweep does',
    );
  });
}
