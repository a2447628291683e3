import { useRef } from 'react';
import { enqueueModuleCreate } from '#pwa/sync/enqueue/editor-commands.ts';
import { adminMessages } from '#schema/messages/admin-messages.ts';
import { refuseModule } from '../model/editor-rules.ts';
import { useEditorContext } from './editor-context.tsx';

/** Adds a module at the end, at once; ignored while another is being added (spec map, section 5). */
export function useModuleAdd(): () => void {
  const { userId, getEditor, notify, watch, run, open } = useEditorContext();
  const isAdding = useRef(false);
  const add = async () => {
    const { course, isNew } = getEditor();
    const refusal = refuseModule(course.id, isNew);
    if (refusal !== null) return notify.fail(refusal);
    if (isAdding.current) return;
    isAdding.current = true;
    const show = open.showLater();
    await run(adminMessages.moduleAddFailed, async () => {
      const { moduleId, commandId } = await enqueueModuleCreate(userId, course);
      watch({
        commandIds: [commandId],
        success: adminMessages.moduleAdded,
        failure: adminMessages.moduleAddFailed,
      });
      show(moduleId);
    });
    isAdding.current = false;
  };
  return () => void add();
}
