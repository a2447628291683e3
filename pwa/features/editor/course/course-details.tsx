import { memo } from 'react';
import { useObservable } from '#pwa/ui/use-observable.ts';
import { isComplete } from '#schema/courses/completeness.ts';
import { courseEntity } from '#schema/entities/course-entity.ts';
import { useEditor, useEditorContext } from '../context/editor-context.tsx';
import { useCourseEdit } from '../context/use-edits.ts';
import { DraftTextArea, DraftTextField } from '../draft/draft-fields.tsx';
import { SectionCard } from '../kit/section-card.tsx';
import { courseFieldsOf } from '../model/editor-model.ts';
import { StatusField } from '../save/status-field.tsx';
import styles from './course-details.module.css';
import { requiredAsked, requiredFields } from './required-fields.ts';
import { SharingField } from './sharing-field.tsx';
import { ThumbnailField } from './thumbnail-field.tsx';

/** The course's own fields (spec map, section 2). */
export function CourseDetails() {
  const { course, seen, isNew } = useEditor();
  return (
    <CourseForm
      {...courseFieldsOf(course)}
      isNew={isNew}
      isPublished={seen.status === 'published'}
      savedPublishAt={seen.publishAt}
      savedUnpublishAt={seen.unpublishAt}
      isComplete={isComplete(course)}
    />
  );
}

interface CourseFormProps extends ReturnType<typeof courseFieldsOf> {
  isNew: boolean;
  isPublished: boolean;
  savedPublishAt: string | null;
  savedUnpublishAt: string | null;
  isComplete: boolean;
}

const { fieldRules: limits } = courseEntity;

/** Takes single fields instead of the course, which is a new object after each keystroke. */
const CourseForm = memo(({ isNew, ...course }: CourseFormProps) => {
  const edit = useCourseEdit();
  const isAsked = useObservable(requiredAsked(useEditorContext().book));
  const [title, instructor, description] = requiredFields.map(({ name, id, problem }) => {
    const isMissing = isAsked && course[name].trim() === '';
    return { id, required: true, marksRequired: true, error: isMissing ? problem : null };
  });
  return (
    <SectionCard id="course-details" title="Course Details">
      <div className={styles.two}>
        <DraftTextField
          label="Title"
          {...title}
          maxLength={limits.title.max}
          value={course.title}
          onType={(title, options) => edit({ title }, options)}
        />
        <DraftTextField
          label="Instructor"
          {...instructor}
          maxLength={limits.instructor.max}
          value={course.instructor}
          onType={(instructor, options) => edit({ instructor }, options)}
        />
      </div>
      <DraftTextArea
        label="Description"
        {...description}
        rows={4}
        maxLength={limits.description.max}
        value={course.description}
        onType={(description, options) => edit({ description }, options)}
      />
      <ThumbnailField />
      <DraftTextArea
        label="Preview content"
        rows={5}
        maxLength={limits.previewContent.max}
        hint="Visible to everyone before unlocking the course. Separate paragraphs with a blank line."
        value={course.previewContent}
        onType={(previewContent, options) => edit({ previewContent }, options)}
      />
      <SharingField value={course.sharesFiles} />
      {!isNew && <StatusField {...course} />}
    </SectionCard>
  );
});
