import { usePrivateQuery } from '#pwa/session/queries/use-private-query.ts';
import { useUserId } from '#pwa/session/use-user-id.ts';
import { listScoreChanges, type ScoreChange } from '#pwa/store/account/score-changes.ts';
import { dismissScore } from '#pwa/sync/dismiss.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { Notice } from '#pwa/ui/feedback/notice.tsx';
import { Stack } from '#pwa/ui/layout/stack.tsx';

/** Says that tests of the learner were graded again, with corrected answers. */
export function ScoreChanges() {
  const userId = useUserId();
  const changes = usePrivateQuery(listScoreChanges, []) ?? [];
  if (changes.length === 0) return null;
  return (
    <Stack as="section" gap={3} aria-label="Scores that changed">
      {changes.map((change) => (
        <Notice
          key={change.attemptId}
          title={describeChange(change)}
          actions={
            <Button size="sm" onClick={() => void dismissScore(userId, change)}>
              Dismiss
            </Button>
          }
        />
      ))}
    </Stack>
  );
}

function describeChange({ title, earlierScore, score, maxScore }: ScoreChange): string {
  const test = title === null ? 'a test' : `“${title}”`;
  return `Your score in ${test} changed from ${earlierScore} to ${score} of ${maxScore}, because the answer key was corrected`;
}
