import { useId } from 'react';
import * as v from 'valibot';
import { SelectField } from '#pwa/ui/fields/select-field.tsx';
import { CourseStatus } from '#schema/courses/course.ts';
import { adminMessages } from '#schema/messages/admin-messages.ts';
import { useCourseEdit } from '../context/use-edits.ts';
import { PressOnce } from '../kit/press-once.tsx';
import styles from './status-field.module.css';
import { useSave } from './use-save.ts';

interface StatusFieldProps {
  status: CourseStatus;
  /** The last saved status; an unsaved choice in the field does not affect it. */
  isPublished: boolean;
  /** Whether there is at least one module and each has lessons. */
  isComplete: boolean;
}

/** The course's status: a field, and beside it a button that saves the course with the opposite status. */
export function StatusField({ status, isPublished, isComplete }: StatusFieldProps) {
  const edit = useCourseEdit();
  const { setStatus } = useSave();
  const noteId = useId();
  return (
    <div className={styles.status}>
      <SelectField
        label="Status"
        value={status}
        onChange={({ target }) => {
          const chosen = v.safeParse(CourseStatus, target.value);
          if (chosen.success) edit({ status: chosen.output });
        }}
      >
        <option value="unpublished">Unpublished</option>
        <option value="published">Published</option>
      </SelectField>
      <PressOnce
        className={styles.press}
        aria-describedby={noteId}
        // Stays enabled while lessons are missing and then shows the reason, which a disabled button could
        // not.
        onPress={() => setStatus(isPublished ? 'unpublished' : 'published')}
      >
        {isPublished ? 'Unpublish' : 'Publish'}
      </PressOnce>
      <p id={noteId} className={styles.note}>
        {noteFor({ isPublished, isComplete })}
      </p>
    </div>
  );
}

function noteFor({ isPublished, isComplete }: Omit<StatusFieldProps, 'status'>): string {
  if (isPublished)
    return 'Unpublish saves the course and removes it from the catalogue. Learners who have unlocked it keep access.';
  return isComplete
    ? 'Publish saves the course and shows it in the catalogue.'
    : adminMessages.courseIncomplete;
}
