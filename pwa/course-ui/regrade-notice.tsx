import { Button } from '#pwa/ui/controls/button.tsx';
import { Notice } from '#pwa/ui/feedback/notice.tsx';
import { countOf } from '#schema/messages/count.ts';
import type { RegradeMode } from '#schema/quizzes/regrade.ts';

interface RegradeNoticeProps {
  /** Attempts that were graded with an earlier key; at least one. */
  outdated: number;
  onRegrade: (mode: RegradeMode) => void;
}

/** Asks an admin how attempts at a test are graded again, in the report and in the editor. */
export function RegradeNotice({ outdated, onRegrade }: RegradeNoticeProps) {
  const [were, them] = outdated === 1 ? ['was', 'it'] : ['were', 'them'];
  return (
    <Notice
      title={`${countOf(outdated, 'attempt')} ${were} graded with the earlier key. Grade ${them} again?`}
      actions={
        <>
          <Button size="sm" onClick={() => onRegrade('raise')}>
            Raise only
          </Button>
          <Button size="sm" onClick={() => onRegrade('recompute')}>
            Recompute all
          </Button>
        </>
      }
    >
      <p>
        <em>Raise only</em> changes a score where the present key gives more points, so nobody loses any.{' '}
        <em>Recompute all</em> changes every score to that of the present key, also where it is lower.
        Learners see their earlier score beside the new one.
      </p>
    </Notice>
  );
}
