import { usePrivateQuery } from '../session/use-private-query.ts';
import { useUserId } from '../session/use-user-id.ts';
import { listMadeRoom } from '../store/made-room.ts';
import { dismissRoomNote } from '../sync/dismiss.ts';
import { Button } from '../ui/button.tsx';
import { ButtonLink } from '../ui/button-link.tsx';
import { describeBytes } from '../ui/describe-bytes.ts';
import { Notice } from '../ui/notice.tsx';

interface MadeRoomProps {
  /** Where the user can free space; omitted on that page itself. */
  storagePath?: string;
}

/** Courses whose files were evicted because storage was full and the learner's own work needed the space. */
export function MadeRoom({ storagePath }: MadeRoomProps) {
  const userId = useUserId();
  const courses = usePrivateQuery(listMadeRoom, []) ?? [];
  return courses.map(({ courseId, title, bytes }) => (
    <Notice
      key={courseId}
      tone="wait"
      title={`The files of “${title}” made room for your work`}
      actions={
        <>
          {storagePath !== undefined && (
            <ButtonLink to={storagePath} size="sm">
              Free some room
            </ButtonLink>
          )}
          <Button size="sm" onClick={() => void dismissRoomNote(userId, courseId)}>
            Understood
          </Button>
        </>
      }
    >
      This device was full, so {describeBytes(bytes)} of videos and files were removed from it. What you did
      is kept, the lessons’ text is here, and the files can be downloaded again.
    </Notice>
  ));
}
