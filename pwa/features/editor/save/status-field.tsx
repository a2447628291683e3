import { useId, useState } from 'react';
import * as v from 'valibot';
import { SelectField } from '#pwa/ui/fields/select-field.tsx';
import { Cluster } from '#pwa/ui/layout/cluster.tsx';
import { CourseStatus } from '#schema/courses/course.ts';
import { adminMessages } from '#schema/messages/admin-messages.ts';
import { useCourseEdit } from '../context/use-edits.ts';
import { PressOnce } from '../kit/press-once.tsx';
import { ScheduleFields, type ScheduleFieldsProps } from './schedule-fields.tsx';
import styles from './status-field.module.css';
import { useSave } from './use-save.ts';

interface StatusFieldProps extends ScheduleFieldsProps {
  isTemplate: 0 | 1;
  /** The last saved status; an unsaved choice in the field does not affect it. */
  isPublished: boolean;
}

/** The course's status, and when it changes by itself; a template has none to choose. */
export function StatusField({ isTemplate, isPublished, ...schedule }: StatusFieldProps) {
  if (isTemplate === 1) return <TemplateStatus />;
  const { status, isComplete } = schedule;
  return (
    <>
      <StatusChoice {...{ status, isPublished, isComplete }} />
      <ScheduleFields {...schedule} />
    </>
  );
}

function TemplateStatus() {
  return (
    <p className={styles.note}>
      <strong>Template.</strong> A template is not published. In the workspace, create a course from it, or
      stop using it as a template.
    </p>
  );
}

type StatusChoiceProps = Pick<StatusFieldProps, 'status' | 'isPublished' | 'isComplete'>;

/** A field, and beside it a button that saves the course with the opposite status. */
function StatusChoice({ status, isPublished, isComplete }: StatusChoiceProps) {
  const edit = useCourseEdit();
  const { setStatus } = useSave();
  const noteId = useId();
  const [wasPublished, setWasPublished] = useState(false);
  const change = (next: CourseStatus) => {
    setWasPublished(next === 'unpublished');
    return setStatus(next);
  };
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
        onPress={() => change(isPublished ? 'unpublished' : 'published')}
      >
        {isPublished ? 'Unpublish' : 'Publish'}
      </PressOnce>
      <p id={noteId} className={styles.note}>
        {noteFor({ isPublished, isComplete })}
      </p>
      {wasPublished && !isPublished && (
        <Cluster role="status">
          <span>The course is no longer in the catalogue.</span>
          <PressOnce size="sm" onPress={() => change('published')}>
            Undo Unpublish
          </PressOnce>
        </Cluster>
      )}
    </div>
  );
}

function noteFor({ isPublished, isComplete }: Omit<StatusChoiceProps, 'status'>): string {
  if (isPublished)
    return 'Unpublish saves the course and removes it from the catalogue. Learners who have unlocked it keep access.';
  return isComplete
    ? 'Publish saves the course and shows it in the catalogue.'
    : adminMessages.courseIncomplete;
}
