import { endpoints } from '#schema/endpoints/endpoints.ts';
import type { Deps } from '../deps.ts';
import { auditStampOf } from '../history/audit-stamp.ts';
import { watchRow } from '../history/watch-row.ts';
import { commandRoute } from '../http/commands/command-route.ts';
import { parseLargeInput } from '../http/parse-input.ts';
import { ApiError } from '../http/reply/api-error.ts';
import type { Route } from '../http/route.ts';
import { logEdit } from './edit-route.ts';
import { importCourse } from './queries/import-queries.ts';

const endpoint = endpoints.importCourse;

/** The HTML of the lessons as it may be stored, by lesson, or why it may not. */
type CleanTexts =
  | { readonly refusal: ApiError }
  | { readonly refusal: null; readonly texts: ReadonlyMap<string, string> };

/** The command that creates a course with everything in it. Its texts are sanitised before the transaction begins. */
export function importRoute(deps: Deps): Route {
  return commandRoute(deps, {
    endpoint,
    parse: (body) => parseLargeInput(endpoint.input, body),
    prepare: (body) => cleanTexts(deps, body),
    run: async (trx, command) => {
      const { input, ready, now } = command;
      if (ready === undefined) throw new ApiError('invalid_input');
      if (ready.refusal !== null) throw ready.refusal;
      const recordRevisions = await watchRow(trx, endpoint, '');
      const reply = await importCourse(trx, { input, texts: ready.texts, at: now.toISOString() });
      await recordRevisions(auditStampOf(command), reply);
      return reply;
    },
    afterCommit: async (origin, reply) => logEdit(deps, endpoint, { origin, reply, idName: '' }),
  });
}

/** One after the other, so that other requests, and other texts, are served in between. */
async function cleanTexts({ html }: Deps, body: unknown): Promise<CleanTexts> {
  try {
    const texts = new Map<string, string>();
    for (const { lessonId, content } of parseLargeInput(endpoint.input, body).texts)
      texts.set(lessonId, await html.clean(content));
    return { refusal: null, texts };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 400) throw error;
    return { refusal: error };
  }
}
