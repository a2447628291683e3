import { useRef } from 'react';
import { adminMessages } from '#schema/admin-messages.ts';
import { enqueueModuleCreate } from '../../sync/editor-commands.ts';
import { useDesk } from './editor-context.tsx';
import { refuseModule } from './editor-rules.ts';

/** Adds a module at the end, at once; ignored while another is being added (spec map, section 5). */
export function useModuleAdd(): () => void {
  const { userId, getEditor, say, watch, run, open } = useDesk();
  const isAdding = useRef(false);
  const add = async () => {
    const { course, isNew } = getEditor();
    const refusal = refuseModule(course.id, isNew);
    if (refusal !== null) return say.fail(refusal);
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
