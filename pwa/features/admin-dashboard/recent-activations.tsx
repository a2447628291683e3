import { useState } from 'react';
import { findPath, paths } from '#pwa/paths.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { ButtonLink } from '#pwa/ui/controls/button-link.tsx';
import { Link } from '#pwa/ui/controls/link.tsx';
import { TimeAgo } from '#pwa/ui/format/time-ago.tsx';
import { useNow } from '#pwa/ui/format/use-now.ts';
import { Card } from '#pwa/ui/layout/card.tsx';
import type { Stats } from '#schema/stats.ts';
import styles from './admin-dashboard-page.module.css';

const SHOWN_AT_FIRST = 8;

/** The courses that were unlocked last, with the times. */
export function RecentActivations({ activations }: { activations: Stats['recentActivations'] }) {
  const [isWhole, setIsWhole] = useState(false);
  const now = useNow();
  const shown = isWhole ? activations : activations.slice(0, SHOWN_AT_FIRST);
  return (
    <Card as="section" className={styles.recent} aria-labelledby="recent-activations">
      <h2 id="recent-activations">Recent activations</h2>
      {activations.length === 0 && <NoActivations />}
      <ul>
        {withKeys(shown).map(({ key, courseTitle, activatedAt, userId, userName }) => (
          <li key={key}>
            <span className={styles.course}>
              <span dir="auto">{courseTitle}</span>
              {userId !== undefined && (
                <Link className={styles.learner} to={paths.adminUser(userId)} dir="auto">
                  {userName}
                </Link>
              )}
            </span>
            <TimeAgo className={styles.when} at={activatedAt} now={now} />
          </li>
        ))}
      </ul>
      {shown.length < activations.length && (
        <Button size="sm" variant="quiet" className={styles.more} onClick={() => setIsWhole(true)}>
          Show all {activations.length}
        </Button>
      )}
    </Card>
  );
}

/** Two users may unlock the same course at the same moment, so equal keys are numbered. */
function withKeys(activations: Stats['recentActivations']) {
  const seen = new Map<string, number>();
  return activations.map((activation) => {
    const moment = `${activation.courseId} ${activation.activatedAt}`;
    const count = (seen.get(moment) ?? 0) + 1;
    seen.set(moment, count);
    return { ...activation, key: `${moment} ${count}` };
  });
}

function NoActivations() {
  const workspace = findPath('adminWorkspace');
  return (
    <div className={styles.empty}>
      <p>No activations yet. Learners need a published course and an activation code.</p>
      <ButtonLink to={workspace ?? paths.courses} size="sm">
        Open workspace
      </ButtonLink>
    </div>
  );
}
