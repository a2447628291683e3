import { endpoints } from '#schema/endpoints/endpoints.ts';
import { requireWhole } from '../courses/question-rules.ts';
import type { Deps } from '../deps.ts';
import { auditStampOf } from '../history/audit-stamp.ts';
import { watchRow } from '../history/watch-row.ts';
import { commandRoute } from '../http/commands/command-route.ts';
import { parseLargeInput } from '../http/parse-input.ts';
import { ApiError } from '../http/reply/api-error.ts';
import type { Route } from '../http/route.ts';
import { logEdit } from './edit-route.ts';
import { type ImportedText, importCourse } from './queries/import-queries.ts';

const endpoint = endpoints.importCourse;

/** The texts and quizzes of the lessons as they may be stored, by lesson, or why they may not. */
type CleanTexts =
  | { readonly refusal: ApiError }
  | { readonly refusal: null; readonly texts: ReadonlyMap<string, ImportedText> };

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
    const texts = new Map<string, ImportedText>();
    for (const { lessonId, content, quizzes } of parseLargeInput(endpoint.input, body).texts)
      texts.set(lessonId, {
        content: await html.clean(content),
        quizzes: await cleanQuizzes(html, quizzes),
      });
    return { refusal: null, texts };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 400) throw error;
    return { refusal: error };
  }
}

async function cleanQuizzes(html: Deps['html'], quizzes: ImportedText['quizzes']) {
  const clean: ImportedText['quizzes'] = [];
  for (const quiz of quizzes) {
    const questions: typeof quiz.questions = [];
    for (const question of quiz.questions) {
      requireWhole(question);
      questions.push({ ...question, prompt: await html.clean(question.prompt) });
    }
    clean.push({ ...quiz, questions });
  }
  return clean;
}
