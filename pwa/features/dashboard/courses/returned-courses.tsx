import { usePrivateQuery } from '#pwa/session/queries/use-private-query.ts';
import { useUserId } from '#pwa/session/use-user-id.ts';
import { listReturnedCourses } from '#pwa/store/offline/unlock-proofs.ts';
import { dismissReturned } from '#pwa/sync/dismiss.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { Notice } from '#pwa/ui/feedback/notice.tsx';
import { Stack } from '#pwa/ui/layout/stack.tsx';

/** Says that courses were unlocked again after the server had been restored from a backup. */
export function ReturnedCourses() {
  const userId = useUserId();
  const returned = usePrivateQuery(listReturnedCourses, []) ?? [];
  if (returned.length === 0) return null;
  return (
    <Stack as="section" gap={3} aria-label="Courses that were unlocked again">
      {returned.map(({ courseId, title }) => (
        <Notice
          key={courseId}
          title={`“${title}” was unlocked again`}
          actions={
            <Button size="sm" onClick={() => void dismissReturned(userId, courseId)}>
              Dismiss
            </Button>
          }
        >
          The server was restored from a backup from before you unlocked it. You need no new activation code.
        </Notice>
      ))}
    </Stack>
  );
}
