import type { Readable } from 'node:stream';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import type { Deps } from '../deps.ts';
import { signedInRoute } from '../http/endpoint-routes.ts';
import { sessionEnded } from '../http/reply/api-error.ts';
import { personalHeaders, reply } from '../http/reply.ts';
import type { Route } from '../http/route.ts';
import { openArchive } from './data-archive.ts';

const headers = {
  'Content-Type': 'application/zip',
  'Content-Disposition': 'attachment; filename="carrel-data.zip"',
  ...personalHeaders,
};

/** Users take all of their data with them. Nobody else can, admins neither. */
export function personalDataRoutes(deps: Deps): Route[] {
  return [
    signedInRoute(deps, endpoints.getPersonalData, async (c, caller) => {
      await deps.limits.consume([{ limit: 'personalDataByUser', key: caller.id }]);
      const archive = await openArchive(deps.db, caller.id);
      if (archive === null) throw sessionEnded();
      return reply(c, toWeb(archive), { headers });
    }),
  ];
}

/** Reads as fast as the client does; a client that leaves ends the reading. */
function toWeb(archive: Readable): ReadableStream<Uint8Array> {
  const chunks = archive[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = await chunks.next();
      if (done === true) controller.close();
      else controller.enqueue(new Uint8Array(value));
    },
    cancel: () => void archive.destroy(),
  });
}
