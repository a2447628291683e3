import { useState } from 'react';
import { attempt } from '#pwa/session/action-error.ts';
import { useUserId } from '#pwa/session/use-user-id.ts';
import { enqueueRestore } from '#pwa/sync/enqueue/trash-commands.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { Card } from '#pwa/ui/layout/card.tsx';
import { Cluster } from '#pwa/ui/layout/cluster.tsx';
import { Stack } from '#pwa/ui/layout/stack.tsx';
import styles from './admin-trash-page.module.css';
import { PurgeDialog } from './purge-dialog.tsx';
import { describeDeletion, describeLearners, describePurge, type ShownCourse } from './trash-model.ts';
import { TrashPending } from './trash-pending.tsx';

interface TrashedCardProps {
  shown: ShownCourse;
  isOnline: boolean;
}

/** A deleted course: who deleted it, until when it can be restored, and its actions. */
export function TrashedCard({ shown: { course, pending }, isOnline }: TrashedCardProps) {
  const authorId = useUserId();
  const [isPurging, setIsPurging] = useState(false);
  const learners = describeLearners(course);
  return (
    <Card as="li" className={styles.card}>
      <Stack gap={3}>
        <h2 className={styles.title} dir="auto">
          {course.title}
        </h2>
        <Stack gap={1} className={styles.quiet}>
          <p>{describeDeletion(course)}</p>
          {learners !== null && <p>{learners}</p>}
          <p>{describePurge(course)}</p>
        </Stack>
        {pending !== null && <TrashPending pending={pending} isOnline={isOnline} />}
        {(pending === null || pending.state === 'refused') && (
          <Cluster>
            <Button onClick={() => attempt(() => enqueueRestore(authorId, course))}>
              Restore<span className="visually-hidden"> {course.title}</span>
            </Button>
            <Button variant="quiet" onClick={() => setIsPurging(true)}>
              Delete for good<span className="visually-hidden">: {course.title}</span>
            </Button>
          </Cluster>
        )}
      </Stack>
      {isPurging && <PurgeDialog course={course} onClose={() => setIsPurging(false)} />}
    </Card>
  );
}
