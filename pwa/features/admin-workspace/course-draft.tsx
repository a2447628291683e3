import { useState } from 'react';
import { usePrivateQuery } from '#pwa/session/queries/use-private-query.ts';
import { useUserId } from '#pwa/session/use-user-id.ts';
import { editorLockName, NEW_COURSE } from '#pwa/store/account/draft-keys.ts';
import { type DraftPlace, readDraftPlaces } from '#pwa/store/account/draft-places.ts';
import { withLock } from '#pwa/store/database/lock.ts';
import { dropCourseDrafts } from '#pwa/sync/outbox/save-draft.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { ButtonLink } from '#pwa/ui/controls/button-link.tsx';
import { TimeAgo } from '#pwa/ui/format/time-ago.tsx';
import { useNow } from '#pwa/ui/format/use-now.ts';
import { Cluster } from '#pwa/ui/layout/cluster.tsx';
import { Stack } from '#pwa/ui/layout/stack.tsx';
import { ConfirmDialog } from '#pwa/ui/overlays/confirm-dialog.tsx';
import { describeFailure } from '#schema/messages/user-facing-error.ts';
import styles from './course-draft.module.css';

const none: ReadonlyMap<string, DraftPlace> = new Map();

/** The drafts on this device, by their key. */
export function useDrafts(): ReadonlyMap<string, DraftPlace> {
  const drafts = usePrivateQuery(
    async (store) => new Map((await readDraftPlaces(store)).map((draft) => [draft.key, draft])),
    [],
  );
  return drafts ?? none;
}

interface CourseDraftProps {
  draft: DraftPlace;
  courseId: string;
  title: string;
}

/** Unsaved changes of a course, which exist only on this device: the way on, and the way to be rid of them. */
export function CourseDraft({ draft, courseId, title }: CourseDraftProps) {
  const now = useNow();
  const [isAsking, setIsAsking] = useState(false);
  const name = <span className="visually-hidden"> the draft of {title}</span>;
  return (
    <Stack gap={2} className={styles.draft}>
      <p>
        <strong>{courseId === NEW_COURSE ? 'Draft of a new course' : 'Draft'}</strong> on this device only,
        changed <TimeAgo at={draft.updatedAt} now={now} />
      </p>
      <Cluster>
        {draft.to !== null && (
          <ButtonLink size="sm" to={draft.to}>
            Continue{name}
          </ButtonLink>
        )}
        <Button size="sm" variant="quiet" onClick={() => setIsAsking(true)}>
          Discard{name}
        </Button>
      </Cluster>
      {isAsking && <DiscardDialog courseId={courseId} title={title} onClose={() => setIsAsking(false)} />}
    </Stack>
  );
}

interface DiscardDialogProps {
  courseId: string;
  title: string;
  onClose: () => void;
}

function DiscardDialog({ courseId, title, onClose }: DiscardDialogProps) {
  const userId = useUserId();
  const [problem, setProblem] = useState<string | null>(null);
  const discard = async () => {
    try {
      if (await discardUnlessOpen(userId, courseId)) onClose();
      else setProblem(OPEN_ELSEWHERE);
    } catch (error) {
      setProblem(describeFailure(error));
    }
  };
  return (
    <ConfirmDialog
      title={`Discard the draft of “${title}”?`}
      action="Discard"
      problem={problem}
      onConfirm={() => void discard()}
      onCancel={onClose}
    >
      <p>Its unsaved changes exist only on this device and cannot be restored. Everything saved stays.</p>
    </ConfirmDialog>
  );
}

const OPEN_ELSEWHERE =
  'This course is open in another tab, which would store its draft again. Discard it there, or close that tab.';

/** False if the editor of another tab has the draft in memory. */
async function discardUnlessOpen(userId: string, courseId: string): Promise<boolean> {
  const discard = async () => {
    await dropCourseDrafts(userId, courseId);
    return true;
  };
  return (await withLock(editorLockName(userId, courseId), discard, { ifFree: true })) ?? false;
}
