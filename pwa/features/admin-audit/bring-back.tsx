import { useState } from 'react';
import type { Revision } from '#schema/history.ts';
import { describeFailure } from '#schema/spoken-error.ts';
import { paths } from '../../paths.ts';
import { useUserId } from '../../session/use-user-id.ts';
import type { AdminCourseOutline } from '../../store/admin-rows.ts';
import { bringBackLesson } from '../../sync/bring-back.ts';
import { Button } from '../../ui/button.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import styles from './admin-audit-page.module.css';

interface BringBackProps {
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
export function BringBack({ deletion, course }: BringBackProps) {
  const [isAsking, setIsAsking] = useState(false);
  const [recreated, setRecreated] = useState<Recreated | null>(null);
  if (recreated !== null)
    return (
      <p role="status" className={styles.muted}>
        It is a new lesson of “{recreated.moduleTitle}”, kept on this device and sent from here.
        <ButtonLink size="sm" to={paths.adminCourse(course.id, recreated.lessonId)}>
          Open the course
        </ButtonLink>
      </p>
    );
  return (
    <>
      <Button size="sm" onClick={() => setIsAsking(true)}>
        Bring it back<span className="visually-hidden"> “{deletion.title}”</span>
      </Button>
      {isAsking && (
        <BringBackDialog
          deletion={deletion}
          course={course}
          onDone={setRecreated}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
}

interface BringBackDialogProps extends BringBackProps {
  onDone: (lesson: Recreated) => void;
  onClose: () => void;
}

function BringBackDialog({ deletion, course, onDone, onClose }: BringBackDialogProps) {
  const userId = useUserId();
  const { modules } = course;
  const [moduleId, setModuleId] = useState(homeOf(deletion, course));
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const bringBack = async () => {
    setIsBusy(true);
    setProblem(null);
    try {
      const { lessonId } = await bringBackLesson(userId, deletion, { courseId: course.id, moduleId });
      onClose();
      onDone({ lessonId, moduleTitle: modules.find(({ id }) => id === moduleId)?.title ?? '' });
    } catch (error) {
      setProblem(describeFailure(error));
      setIsBusy(false);
    }
  };
  const actions = (
    <>
      <Button onClick={onClose}>Cancel</Button>
      <Button variant="primary" isBusy={isBusy} onClick={() => void bringBack()}>
        Bring it back
      </Button>
    </>
  );
  return (
    <Dialog isOpen title={`Bring “${deletion.title}” back?`} onClose={onClose} actions={actions}>
      <p>
        It becomes a new lesson with the words it had. A film that was uploaded and its resources do not come
        back.
      </p>
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
    </Dialog>
  );
}

/** The module that contained it, or the last one if that was deleted too. */
function homeOf({ before }: Revision, { modules }: AdminCourseOutline): string {
  const home = modules.find(({ id }) => id === before.moduleId) ?? modules.at(-1);
  return home?.id ?? '';
}
