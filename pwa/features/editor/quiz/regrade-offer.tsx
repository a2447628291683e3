import { useEffect, useState } from 'react';
import { call } from '#pwa/api/call.ts';
import { RegradeNotice } from '#pwa/course-ui/regrade-notice.tsx';
import { useIsOnline } from '#pwa/session/use-is-online.ts';
import { enqueueRegrade } from '#pwa/sync/enqueue/grade-commands.ts';
import type { QuizRef } from '#pwa/sync/enqueue/quiz-commands.ts';
import type { ShownQuiz } from '#pwa/sync/quizzes/shown-quizzes.ts';
import { Notice } from '#pwa/ui/feedback/notice.tsx';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { adminMessages } from '#schema/messages/admin-messages.ts';
import type { RegradeMode } from '#schema/quizzes/regrade.ts';
import { useEditorContext } from '../context/editor-context.tsx';

/** Attempts that were graded with an earlier key of a test: asks whether to grade them again. Nothing without a connection. */
export function RegradeOffer({ of, quiz }: { of: QuizRef; quiz: ShownQuiz }) {
  const { userId, run } = useEditorContext();
  const outdated = useOutdated(quiz);
  const [isAsked, setIsAsked] = useState(false);
  if (outdated === 0) return null;
  if (isAsked)
    return <Notice tone="wait">The attempts are graded again. The report shows the new scores.</Notice>;
  const { courseId, quizId, quizTitle } = of;
  const regrade = (mode: RegradeMode) =>
    void run(adminMessages.regradeFailed, async () => {
      await enqueueRegrade(userId, { courseId, quizId, quizTitle, mode });
      setIsAsked(true);
    });
  return <RegradeNotice outdated={outdated} onRegrade={regrade} />;
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
  return attempts;
}
