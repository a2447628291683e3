import { memo } from 'react';
import { isComplete } from '#schema/completeness.ts';
import { TEXT_MAX_CHARACTERS } from '#schema/limits.ts';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import styles from './course-details.module.css';
import { useEditor } from './editor-context.tsx';
import { courseFieldsOf } from './editor-model.ts';
import { SectionCard } from './section-card.tsx';
import { StatusField } from './status-field.tsx';
import { ThumbnailField } from './thumbnail-field.tsx';
import { useCourseEdit } from './use-edits.ts';

/** The course's own fields (spec map, section 2). */
export function CourseDetails() {
  const { course, seen, isNew } = useEditor();
  return (
    <CourseForm
      {...courseFieldsOf(course)}
      isNew={isNew}
      isPublished={seen.status === 'published'}
      isComplete={isComplete(course)}
    />
  );
}

interface CourseFormProps extends ReturnType<typeof courseFieldsOf> {
  isNew: boolean;
  isPublished: boolean;
  isComplete: boolean;
}

/** Takes single fields instead of the course, which is a new object after each keystroke. */
const CourseForm = memo(({ isNew, ...course }: CourseFormProps) => {
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
      {!isNew && <StatusField {...course} />}
    </SectionCard>
  );
});
