import { paths } from '#pwa/paths.ts';
import { usePrivateQuery } from '#pwa/session/queries/use-private-query.ts';
import { type ImportNote, listImportNotes } from '#pwa/store/account/imports.ts';
import { TextLink } from '#pwa/ui/controls/text-link.tsx';
import { Stack } from '#pwa/ui/layout/stack.tsx';
import styles from './admin-import-page.module.css';
import { describeImportDay } from './describe-import.ts';
import { ImportReport } from './import-report.tsx';

/** The imports that were made on this device, newest first, with their reports. */
export function ImportHistory() {
  const notes = usePrivateQuery((store) => listImportNotes(store), []);
  if (notes === undefined || notes === null || notes.length === 0) return null;
  return (
    <section aria-labelledby="import-history">
      <Stack gap={3}>
        <h2 id="import-history" className={styles.title}>
          Imported on this device
        </h2>
        <ul className={styles.outline}>
          {notes.map((note) => (
            <li key={note.importId}>
              <Entry note={note} />
            </li>
          ))}
        </ul>
      </Stack>
    </section>
  );
}

function Entry({ note: { courseId, title, format, importedAt, report } }: { note: ImportNote }) {
  return (
    <>
      <TextLink to={paths.adminCourse(courseId)}>{title}</TextLink>{' '}
      <span className={styles.quiet}>{`${format} · ${describeImportDay(importedAt)}`}</span>
      {report.length > 0 && (
        <details>
          <summary>
            Report <span className="visually-hidden">of the import of {title}</span>
          </summary>
          <ImportReport lines={report} />
        </details>
      )}
    </>
  );
}
