import { generateKeyBetween } from 'fractional-indexing';
import type { AdminLessonOutline } from '#pwa/store/database/admin-rows.ts';
import { enqueueLessonCreate } from '#pwa/sync/enqueue/editor-commands.ts';
import { ownFileId } from '#schema/courses/video.ts';
import { lessonEntity } from '#schema/entities/lesson-entity.ts';
import { adminMessages } from '#schema/messages/admin-messages.ts';
import { useEditorContext } from '../context/editor-context.tsx';
import { useLessonHtml } from '../context/use-lesson-html.ts';
import { PressOnce } from '../kit/press-once.tsx';
import { findLesson } from '../model/find-lesson.ts';

const SUFFIX = ' (copy)';

/**
 * Adds a copy of a lesson after it, at once, with the unsaved changes. The server adds copies of its resources and
 * its uploaded video. A lesson whose text is not on this device yet cannot be duplicated.
 */
export function DuplicateLesson({ lesson }: { lesson: AdminLessonOutline }) {
  const { userId, getEditor, watch, run, open } = useEditorContext();
  const { shown } = useLessonHtml(lesson.id);
  if (typeof shown !== 'string') return null;
  const duplicate = () => {
    const show = open.showLater();
    return run(adminMessages.lessonAddFailed, async () => {
      const { course } = getEditor();
      const module = findLesson(course.modules, lesson.id)?.module;
      if (module === undefined) return;
      const at = module.lessons.findIndex(({ id }) => id === lesson.id);
      const { description, duration, type, videoUrl } = lesson;
      const isOwnVideo = ownFileId(videoUrl) !== null;
      const { lessonId, commandId } = await enqueueLessonCreate(
        userId,
        { courseId: course.id, moduleId: module.id },
        {
          ...{ description, duration, type, content: shown, copies: lesson.id },
          title: lesson.title.slice(0, lessonEntity.fieldRules.title.max - SUFFIX.length) + SUFFIX,
          videoUrl: isOwnVideo ? null : videoUrl,
          position: placeAfter(module.lessons, at),
        },
      );
      watch({
        commandIds: [commandId],
        success: adminMessages.lessonAdded,
        failure: adminMessages.lessonAddFailed,
      });
      show(module.id, lessonId);
    });
  };
  return <PressOnce onPress={duplicate}>Duplicate Lesson</PressOnce>;
}

/** Two devices may have given the next lesson the same position: then the copy comes after both. */
function placeAfter(lessons: readonly { readonly position: string }[], at: number): string {
  const position = lessons[at]?.position ?? null;
  const next = lessons.slice(at + 1).find((other) => position === null || other.position > position);
  return generateKeyBetween(position, next?.position ?? null);
}
