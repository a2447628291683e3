import { useDownloads } from '#pwa/session/queries/use-downloads.ts';
import { usePrivateQuery } from '#pwa/session/queries/use-private-query.ts';
import { useUserId } from '#pwa/session/use-user-id.ts';
import { type CourseUpdate, listCourseUpdates } from '#pwa/store/offline/course-updates.ts';
import { dismissUpdate } from '#pwa/sync/dismiss.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { Notice } from '#pwa/ui/feedback/notice.tsx';
import { describeUpdate } from './describe-update.ts';

interface CourseUpdatesProps {
  /** Offline courses, by their ids. */
  titles: ReadonlyMap<string, string>;
}

/** The changes of offline courses on the server since the learner last dismissed the notice, by course. */
export function CourseUpdates({ titles }: CourseUpdatesProps) {
  const updates = usePrivateQuery(listCourseUpdates, []) ?? [];
  return updates.flatMap((update) => {
    const title = titles.get(update.courseId);
    return title === undefined ? [] : [<UpdateNote key={update.courseId} title={title} update={update} />];
  });
}

function UpdateNote({ title, update }: { title: string; update: CourseUpdate }) {
  const userId = useUserId();
  const downloads = useDownloads() ?? [];
  const text = describeUpdate(update, downloads);
  const understood = (
    <Button size="sm" onClick={() => void dismissUpdate(userId, update.courseId)}>
      Dismiss
    </Button>
  );
  return (
    <Notice tone={text.isWaiting ? 'wait' : 'info'} title={`${title}: ${text.title}`} actions={understood}>
      <p>{text.lessons}</p>
      {text.files !== null && <p>{text.files}</p>}
    </Notice>
  );
}
