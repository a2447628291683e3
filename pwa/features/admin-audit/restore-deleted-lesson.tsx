import { useState } from 'react';
import { paths } from '#pwa/paths.ts';
import { useUserId } from '#pwa/session/use-user-id.ts';
import type { AdminCourseOutline } from '#pwa/store/database/admin-rows.ts';
import { restoreLesson } from '#pwa/sync/enqueue/restore-lesson.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { ButtonLink } from '#pwa/ui/controls/button-link.tsx';
import { SelectField } from '#pwa/ui/fields/select-field.tsx';
import { ConfirmDialog } from '#pwa/ui/overlays/confirm-dialog.tsx';
import { joinPhrases } from '#schema/commands/define/describe-field-edit.ts';
import { type Revision, readDeletedResources, uploadedVideoOf } from '#schema/editor/history.ts';
import { TRASH_DAYS } from '#schema/limits.ts';
import { countOf } from '#schema/messages/count.ts';
import { describeFailure } from '#schema/messages/user-facing-error.ts';
import styles from './admin-audit-page.module.css';

interface RestoreDeletedLessonProps {
  /** The deletion of a lesson. */
  deletion: Revision;
  /** The course that contained it, which has modules. */
  course: AdminCourseOutline;
}

/** The new lesson, and the title of its module. */
interface Recreated {
  readonly lessonId: string;
  readonly moduleTitle: string;
}

/** Restores a deleted lesson as a new lesson with its text. */
export function RestoreDeletedLesson({ deletion, course }: RestoreDeletedLessonProps) {
  const [isConfirming, setIsConfirming] = useState(false);
  const [recreated, setRecreated] = useState<Recreated | null>(null);
  if (recreated !== null)
    return (
      <p role="status" className={styles.muted}>
        Restored as a new lesson of “{recreated.moduleTitle}”, saved on this device, waiting to sync.
        <ButtonLink size="sm" to={paths.adminCourse(course.id, recreated.lessonId)}>
          Open course
        </ButtonLink>
      </p>
    );
  return (
    <>
      <Button size="sm" onClick={() => setIsConfirming(true)}>
        Restore<span className="visually-hidden"> “{deletion.title}”</span>
      </Button>
      {isConfirming && (
        <RestoreDialog
          deletion={deletion}
          course={course}
          onDone={setRecreated}
          onClose={() => setIsConfirming(false)}
        />
      )}
    </>
  );
}

interface RestoreDialogProps extends RestoreDeletedLessonProps {
  onDone: (lesson: Recreated) => void;
  onClose: () => void;
}

function RestoreDialog({ deletion, course, onDone, onClose }: RestoreDialogProps) {
  const userId = useUserId();
  const { modules } = course;
  const [moduleId, setModuleId] = useState(homeOf(deletion, course));
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const restore = async () => {
    setIsBusy(true);
    setProblem(null);
    try {
      const { lessonId } = await restoreLesson(userId, deletion, { courseId: course.id, moduleId });
      onClose();
      onDone({ lessonId, moduleTitle: modules.find(({ id }) => id === moduleId)?.title ?? '' });
    } catch (error) {
      setProblem(describeFailure(error));
      setIsBusy(false);
    }
  };
  return (
    <ConfirmDialog
      title={`Restore “${deletion.title}”?`}
      action="Restore"
      isSafe
      isBusy={isBusy}
      onConfirm={() => void restore()}
      onCancel={onClose}
    >
      <p>{describeParts(deletion)}</p>
      <SelectField label="Module" value={moduleId} onChange={({ target }) => setModuleId(target.value)}>
        {modules.map(({ id, title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </SelectField>
      {problem !== null && (
        <p role="alert" className={styles.bad}>
          {problem}
        </p>
      )}
    </ConfirmDialog>
  );
}

/** The contents of the new lesson. The server knows which files are left. */
function describeParts({ before }: Revision): string {
  const resources = readDeletedResources(before);
  const video = uploadedVideoOf(before);
  const parts = [
    'its text',
    ...(resources.length === 0 ? [] : [countOf(resources.length, 'resource')]),
    ...(video === null ? [] : ['its uploaded video']),
  ];
  const hasFiles = video !== null || resources.some(({ fileId }) => fileId !== null);
  const files = ` Files are stored for ${TRASH_DAYS} days after the deletion; later they are left out.`;
  return `Creates a new lesson with ${joinPhrases(parts)}.${hasFiles ? files : ''}`;
}

/** The module that contained it, or the last one if that was deleted too. */
function homeOf({ before }: Revision, { modules }: AdminCourseOutline): string {
  const home = modules.find(({ id }) => id === before.moduleId) ?? modules.at(-1);
  return home?.id ?? '';
}
