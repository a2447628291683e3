import { usePrivateQuery } from '#pwa/session/queries/use-private-query.ts';
import { useUserId } from '#pwa/session/use-user-id.ts';
import { listEvictionNotices } from '#pwa/store/offline/eviction-notices.ts';
import { dismissEviction } from '#pwa/sync/dismiss.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { ButtonLink } from '#pwa/ui/controls/button-link.tsx';
import { Notice } from '#pwa/ui/feedback/notice.tsx';
import { describeBytes } from '#pwa/ui/format/describe-bytes.ts';

interface EvictionNoticeProps {
  /** Where the user can free space; omitted on that page itself. */
  storagePath?: string;
}

/** Courses whose files were evicted because storage was full and the learner's own work needed the space. */
export function EvictionNotice({ storagePath }: EvictionNoticeProps) {
  const userId = useUserId();
  const courses = usePrivateQuery(listEvictionNotices, []) ?? [];
  return courses.map(({ courseId, title, bytes }) => (
    <Notice
      key={courseId}
      tone="wait"
      title={`Downloads of “${title}” were removed to save your work`}
      actions={
        <>
          {storagePath !== undefined && (
            <ButtonLink to={storagePath} size="sm">
              Manage storage
            </ButtonLink>
          )}
          <Button size="sm" onClick={() => void dismissEviction(userId, courseId)}>
            Dismiss
          </Button>
        </>
      }
    >
      This device ran out of storage, so {describeBytes(bytes)} of videos and files were removed. Your work
      and the lesson text are saved. You can download the files again.
    </Notice>
  ));
}
