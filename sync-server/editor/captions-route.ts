import * as v from 'valibot';
import { CAPTIONS_CONTENT_TYPE } from '#schema/courses/captions.ts';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import type { FileRow } from '../db/tables.ts';
import type { Deps } from '../deps.ts';
import { auditStampOf } from '../history/audit-stamp.ts';
import { watchRow } from '../history/watch-row.ts';
import { commandRoute } from '../http/commands/command-route.ts';
import { parseInput } from '../http/parse-input.ts';
import { ApiError } from '../http/reply/api-error.ts';
import type { Route } from '../http/route.ts';
import { storageProblem } from '../media/storage-problem.ts';
import { storeText } from '../media/store-file.ts';
import { removeUnneeded } from '../media-store/remove-unneeded.ts';
import { mediaName } from '../media-store/stored-names.ts';
import { completeReply } from './complete-reply.ts';
import { logEdit, readContextOf } from './edit-route.ts';
import { addCaptions } from './queries/resource-edit-queries.ts';

const endpoint = endpoints.addCaptions;

/** The command that adds captions to a lesson's video. The file is written before the transaction begins. */
export function captionsRoute(deps: Deps): Route {
  return commandRoute(deps, {
    endpoint,
    parse: (body) => parseInput(endpoint.input, body),
    prepare: (body) => storeCaptions(deps, body),
    run: async (trx, command) => {
      const { input, ready: file, param, caller, ifMatch, now } = command;
      // `prepare` has stored every input that `parse` accepts.
      if (file === undefined || file === null) throw new ApiError('invalid_input');
      const readContext = readContextOf(deps, now);
      const recordRevisions = await watchRow(trx, endpoint, param('lessonId'));
      const auditStamp = auditStampOf(command);
      const call = {
        input,
        auditStamp,
        ifMatch,
        readContext,
        targetId: param('lessonId'),
        callerId: caller.id,
        at: readContext.at,
      };
      const reply = await addCaptions(trx, call, file).catch((error: unknown) => {
        void removeUnneeded(deps, mediaName(file.id));
        throw error;
      });
      await recordRevisions(auditStamp, reply);
      return reply;
    },
    afterCommit: async (origin, reply) => logEdit(deps, endpoint, { origin, reply, idName: 'lessonId' }),
    complete: (reply, { body, isMinimal }) => {
      const readContext = readContextOf(deps, deps.clock.now());
      return completeReply(deps.db, reply, { shows: 'resource', readContext, body, isMinimal });
    },
  });
}

/** Null for invalid input, which the command itself rejects. */
async function storeCaptions({ mediaStore }: Deps, body: unknown): Promise<FileRow | null> {
  const input = v.safeParse(endpoint.input, body);
  if (!input.success) return null;
  const { title, captions } = input.output;
  const file = { name: `${title}.vtt`, contentType: CAPTIONS_CONTENT_TYPE };
  return storeText(mediaStore, captions, file).catch((error: unknown) => {
    throw storageProblem(error) ?? error;
  });
}
