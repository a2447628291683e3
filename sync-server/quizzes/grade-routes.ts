import { endpoints } from '#schema/endpoints/endpoints.ts';
import { RegradeInput } from '#schema/quizzes/regrade.ts';
import { inSnapshot, type Trx } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { auditStampOf } from '../history/audit-stamp.ts';
import { insertRevision } from '../history/revision-queries.ts';
import type { CommandReply } from '../http/commands/command.ts';
import type { CommandCall, CommandOrigin } from '../http/commands/command-handler.ts';
import { commandRoute } from '../http/commands/command-route.ts';
import { signedInRoute } from '../http/endpoint-routes.ts';
import { parseInput } from '../http/parse-input.ts';
import { ApiError } from '../http/reply/api-error.ts';
import { jsonReply } from '../http/reply.ts';
import type { Route } from '../http/route.ts';
import { findQuiz } from './attempt-queries.ts';
import { countAttempt } from './count-attempt.ts';
import { beginRegrade, countOutdated } from './regrade-queries.ts';
import { readReview } from './review.ts';

/** The review of a test, attempts over its limit, and grading again (docs/protocol.md, Tests). */
export function gradeRoutes(deps: Deps): Route[] {
  return [
    signedInRoute(deps, endpoints.getReview, async (c, caller) => {
      const id = c.req.param('attemptId') ?? '';
      return jsonReply(c, JSON.stringify(await inSnapshot(deps.db, (trx) => readReview(trx, caller, id))));
    }),
    commandRoute(deps, {
      endpoint: endpoints.countAttempt,
      parse: () => undefined,
      run: countAttempt,
      afterCommit: async (origin, reply) => logGrading(deps, 'attempt counted', origin, reply),
    }),
    signedInRoute(deps, endpoints.getRegrade, async (c) => {
      const quiz = await findQuiz(deps.db, c.req.param('quizId') ?? '');
      if (quiz === undefined) throw new ApiError('quiz_not_found');
      return jsonReply(c, JSON.stringify({ attempts: await countOutdated(deps.db, quiz) }));
    }),
    commandRoute(deps, {
      endpoint: endpoints.regradeQuiz,
      parse: (body) => parseInput(RegradeInput, body),
      run: regrade,
      afterCommit: async (origin, reply) => {
        logGrading(deps, 'regrade requested', origin, reply);
        void deps.regrades.drain();
      },
    }),
  ];
}

/** The grading itself follows, a page at a time. Practice is explained at once and has nothing to grade again. */
async function regrade(trx: Trx, call: CommandCall<RegradeInput>) {
  const quiz = await findQuiz(trx, call.param('quizId'));
  if (quiz === undefined) throw new ApiError('quiz_not_found');
  if (quiz.use === 'practice') return { success: true as const };
  const { id: quizId, courseId, title, version } = quiz;
  const { mode } = call.input;
  await beginRegrade(trx, { quizId, mode, at: call.now.toISOString() });
  await insertRevision(trx, auditStampOf(call), {
    ...{ kind: 'update', entity: 'quiz', entityId: quizId, courseId, title, version },
    ...{ before: {}, after: { regrade: mode } },
  });
  return { success: true as const };
}

function logGrading(
  deps: Deps,
  event: string,
  { caller, param }: CommandOrigin,
  { status }: CommandReply,
): void {
  const ids = { quizId: param('quizId'), userId: param('userId'), attemptId: param('attemptId') };
  const line = { by: caller.id, ...ids, status };
  if (status === 200) deps.log.info(line, event);
  else deps.log.warn(line, event);
}
