import { useRef } from 'react';
import { enqueueLessonCreate, enqueueModuleCreate } from '#pwa/sync/enqueue/editor-commands.ts';
import { adminMessages } from '#schema/messages/admin-messages.ts';
import { refuseModule } from '../model/editor-rules.ts';
import { useEditorContext } from './editor-context.tsx';

/**
 * Adds a module at the end, at once; ignored while another is being added (spec map, section 5).
 *
 * @param withLesson adds a first lesson to it, and opens that
 */
export function useModuleAdd({ withLesson = false } = {}): () => void {
  const { userId, getEditor, notify, watch, run, open } = useEditorContext();
  const isAdding = useRef(false);

  const addLesson = async (moduleId: string) => {
    const place = { courseId: getEditor().course.id, moduleId };
    const { lessonId, commandId } = await enqueueLessonCreate(userId, place);
    const texts = { success: adminMessages.lessonAdded, failure: adminMessages.lessonAddFailed };
    watch({ commandIds: [commandId], ...texts });
    return lessonId;
  };

  const add = async () => {
    const { course, isNew } = getEditor();
    const refusal = refuseModule(course.id, isNew);
    if (refusal !== null) return notify.fail(refusal);
    if (isAdding.current) return;
    isAdding.current = true;
    const show = open.showLater();
    await run(adminMessages.moduleAddFailed, async () => {
      const { moduleId, commandId } = await enqueueModuleCreate(userId, course);
      const texts = { success: adminMessages.moduleAdded, failure: adminMessages.moduleAddFailed };
      watch({ commandIds: [commandId], ...texts });
      if (withLesson) show(moduleId, await addLesson(moduleId));
      else show(moduleId);
    });
    isAdding.current = false;
  };
  return () => void add();
}
