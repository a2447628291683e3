import { Button } from '#pwa/ui/controls/button.tsx';
import { useEditorContext } from '../context/editor-context.tsx';
import { type Drafts, markLesson, markModule, placeOf } from '../draft/editor-draft.ts';
import { listMarked } from '../model/editor-model.ts';
import styles from './modules-section.module.css';

/** The records that the next save deletes, each with a button to restore it. */
export function MarkedRecords({ title, drafts }: { title: string; drafts: Drafts }) {
  const { book, open } = useEditorContext();
  const { modules, lessons } = listMarked(drafts);
  if (modules.length + lessons.length === 0) return null;
  const restoreRecord = (id: string) => {
    const lesson = drafts.lessons[id];
    book.change((before) => unmark(before, id));
    // The pressed button disappears; the focus moves to the restored record.
    if (drafts.modules[id] !== undefined || lesson === undefined) open.show(id);
    else open.show(placeOf(lesson), id);
  };
  return (
    <section className={styles.marked} aria-labelledby="marked-records">
      <h3 id="marked-records">Marked for deletion</h3>
      <p>
        Deleted from “<bdi>{title}</bdi>” when you save the course.
      </p>
      <ul>
        {[...modules, ...lessons].map(({ id, title }) => (
          <li key={id}>
            <s dir="auto">{title}</s>
            <Button onClick={() => restoreRecord(id)}>
              Restore<span className="visually-hidden"> {title}</span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function unmark(before: Drafts, id: string): Drafts {
  const module = before.modules[id];
  if (module !== undefined) return markModule(before, { ...module, id }, false);
  const lesson = before.lessons[id];
  return lesson === undefined ? before : markLesson(before, { ...lesson, id }, false);
}
