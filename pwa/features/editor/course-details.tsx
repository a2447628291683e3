import * as v from 'valibot';
import { CourseStatus } from '#schema/course.ts';
import { TEXT_MAX_CHARACTERS } from '#schema/limits.ts';
import { SelectField } from '../../ui/select-field.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import styles from './course-details.module.css';
import { useDesk } from './editor-context.tsx';
import { SectionCard } from './section-card.tsx';
import { ThumbnailField } from './thumbnail-field.tsx';
import { useCourseEdit } from './use-edits.ts';

/** The course's own fields (section 2, Course Details). */
export function CourseDetails() {
  const { editor } = useDesk();
  const { course, isNew } = editor;
  const edit = useCourseEdit();
  const limit = { maxLength: TEXT_MAX_CHARACTERS };
  return (
    <SectionCard id="course-details" title="Course Details">
      <div className={styles.two}>
        <TextField
          label="Title"
          required
          {...limit}
          value={course.title}
          onChange={({ target }) => edit({ title: target.value })}
        />
        <TextField
          label="Instructor"
          required
          {...limit}
          value={course.instructor}
          onChange={({ target }) => edit({ instructor: target.value })}
        />
      </div>
      <TextArea
        label="Description"
        required
        rows={4}
        {...limit}
        value={course.description}
        onChange={({ target }) => edit({ description: target.value })}
      />
      <ThumbnailField />
      <TextArea
        label="Preview content"
        rows={5}
        {...limit}
        hint="What everybody may read of the course before they unlock it. A blank line parts paragraphs."
        value={course.previewContent}
        onChange={({ target }) => edit({ previewContent: target.value })}
      />
      {!isNew && (
        <SelectField
          label="Status"
          value={course.status}
          onChange={({ target }) => {
            const status = v.safeParse(CourseStatus, target.value);
            if (status.success) edit({ status: status.output });
          }}
        >
          <option value="unpublished">Unpublished</option>
          <option value="published">Published</option>
        </SelectField>
      )}
    </SectionCard>
  );
}
