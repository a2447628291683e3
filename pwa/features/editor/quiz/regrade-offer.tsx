import { useEffect, useState } from 'react';
import { call } from '#pwa/api/call.ts';
import { useIsOnline } from '#pwa/session/use-is-online.ts';
import { enqueueRegrade, type QuizRef } from '#pwa/sync/enqueue/quiz-commands.ts';
import type { ShownQuiz } from '#pwa/sync/quizzes/shown-quizzes.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { Notice } from '#pwa/ui/feedback/notice.tsx';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { adminMessages } from '#schema/messages/admin-messages.ts';
import { countOf } from '#schema/messages/count.ts';
import type { RegradeMode } from '#schema/quizzes/regrade.ts';
import { useEditorContext } from '../context/editor-context.tsx';

/** Attempts that were graded with an earlier key of a test: asks whether to grade them again. Nothing without a connection. */
export function RegradeOffer({ of, quiz }: { of: QuizRef; quiz: ShownQuiz }) {
  const { userId, run, watch } = useEditorContext();
  const { attempts, forget } = useOutdated(quiz);
  if (attempts === 0) return null;
  const regrade = (mode: RegradeMode) =>
    run(adminMessages.regradeFailed, async () => {
      const commandId = await enqueueRegrade(userId, of, mode);
      forget();
      const outcome = { success: adminMessages.regradeBegun, failure: adminMessages.regradeFailed };
      watch({ commandIds: [commandId], ...outcome });
    });
  const actions = (
    <>
      <Button onClick={() => void regrade('raise')}>Only where it raises a score</Button>
      <Button onClick={() => void regrade('recompute')}>All of them, also where it lowers a score</Button>
    </>
  );
  return (
    <Notice
      tone="info"
      title={`${countOf(attempts, 'attempt')} ${attempts === 1 ? 'was' : 'were'} graded with the earlier key`}
      actions={actions}
    >
      Grade {attempts === 1 ? 'it' : 'them'} again? Learners whose score changes read it on their dashboard.
      You can also leave it as it is.
    </Notice>
  );
}

/** How many attempts at a test were graded with an earlier key; asked again with each version of its questions. */
function useOutdated({ id: quizId, use, questions }: ShownQuiz) {
  const isOnline = useIsOnline();
  const versions = questions.map(({ id, version }) => `${id} ${version}`).join();
  const isAsked = isOnline && use === 'test';
  const [attempts, setAttempts] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version may have another key.
  useEffect(() => {
    if (!isAsked) return setAttempts(0);
    let isOver = false;
    call(endpoints.getRegrade, { params: { quizId } })
      // Not known yet, or no connection after all: it is asked again at the next edit or visit.
      .catch(() => ({ attempts: 0 }))
      .then((reply) => {
        if (!isOver) setAttempts(reply.attempts);
      });
    return () => {
      isOver = true;
    };
  }, [isAsked, quizId, versions]);
  return { attempts, forget: () => setAttempts(0) };
}
