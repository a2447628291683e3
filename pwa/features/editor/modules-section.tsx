import { useRef } from 'react';
import { messages } from '#schema/messages.ts';
import { enqueueModuleCreate } from '../../sync/editor-commands.ts';
import { Button } from '../../ui/button.tsx';
import { useDesk } from './editor-context.tsx';
import { markLesson, markModule } from './editor-draft.ts';
import { listMarked } from './editor-model.ts';
import { refuseModule } from './editor-rules.ts';
import { ModuleCard } from './module-card.tsx';
import styles from './modules-section.module.css';
import { SectionCard } from './section-card.tsx';

/** The course's modules with their lessons (section 2, Course Modules). */
export function ModulesSection() {
  const { editor } = useDesk();
  const { course, isNew } = editor;
  const add = useModuleAdd();
  return (
    <SectionCard id="course-modules" title="Course Modules" aside={<Button onClick={add}>Add Module</Button>}>
      {isNew && (
        <div className={styles.empty}>
          <h3>Save Course First</h3>
          <p>Fill in the details and save the course. Then its modules and lessons can be added here.</p>
        </div>
      )}
      {!isNew && course.modules.length === 0 && (
        <div className={styles.empty}>
          <h3>No Modules Yet</h3>
          <p>A module is a chapter of the course and holds its lessons.</p>
          <Button variant="primary" onClick={add}>
            Add the first module
          </Button>
        </div>
      )}
      <ol className={styles.list}>
        {course.modules.map((module, index) => (
          <ModuleCard key={module.id} module={module} index={index} count={course.modules.length} />
        ))}
      </ol>
      <MarkedRecords />
    </SectionCard>
  );
}

/** Adds a module at the end, at once; ignored while another is being added (section 5). */
export function useModuleAdd(): () => void {
  const { userId, editor, say, watch, run, open } = useDesk();
  const { course, isNew } = editor;
  const isAdding = useRef(false);
  const add = async () => {
    const refusal = refuseModule(course.id, isNew);
    if (refusal !== null) return say.fail(refusal);
    if (isAdding.current) return;
    isAdding.current = true;
    const show = open.showLater();
    await run(messages.moduleAddFailed, async () => {
      const { moduleId, commandId } = await enqueueModuleCreate(userId, course);
      watch({
        commandIds: [commandId],
        success: messages.moduleAdded,
        failure: messages.moduleAddFailed,
      });
      show(moduleId);
    });
    isAdding.current = false;
  };
  return () => void add();
}

/** What goes when the course is saved, and the way back until then. */
function MarkedRecords() {
  const { editor } = useDesk();
  const { book, seen, drafts } = editor;
  const { modules, lessons } = listMarked(drafts.drafts);
  if (modules.length + lessons.length === 0) return null;
  const bringBack = (id: string) =>
    book.change((before) => {
      const module = before.modules[id];
      if (module !== undefined) return markModule(before, { ...module, id }, false);
      const lesson = before.lessons[id];
      return lesson === undefined ? before : markLesson(before, { ...lesson, id }, false);
    });
  return (
    <section className={styles.marked} aria-labelledby="marked-records">
      <h3 id="marked-records">Marked for deletion</h3>
      <p>They stay in “{seen.title}” until you save the course.</p>
      <ul>
        {[...modules, ...lessons].map(({ id, title }) => (
          <li key={id}>
            <s>{title}</s>
            <Button size="sm" onClick={() => bringBack(id)}>
              Bring back<span className="visually-hidden"> {title}</span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
