import { useState } from 'react';
import { useFreeBytes } from '#pwa/offline/use-free-bytes.ts';
import { paths } from '#pwa/paths.ts';
import type { ImportChoice } from '#pwa/sync/imports/plan-import.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { TextLink } from '#pwa/ui/controls/text-link.tsx';
import { Notice } from '#pwa/ui/feedback/notice.tsx';
import { TextArea } from '#pwa/ui/fields/text-area.tsx';
import { TextField } from '#pwa/ui/fields/text-field.tsx';
import { describeBytes } from '#pwa/ui/format/describe-bytes.ts';
import { Card } from '#pwa/ui/layout/card.tsx';
import { Cluster } from '#pwa/ui/layout/cluster.tsx';
import { Stack } from '#pwa/ui/layout/stack.tsx';
import { useIsPainted } from '#pwa/ui/use-is-painted.ts';
import styles from './admin-import-page.module.css';
import { describeContent, describeLastImport, neededBytes, reportOf } from './describe-import.ts';
import { ImportContents } from './import-contents.tsx';
import { ImportReport } from './import-report.tsx';
import type { Preview } from './preview.ts';

interface ImportPreviewProps {
  readonly preview: Preview;
  readonly isBusy: boolean;
  readonly problem: string | null;
  readonly onImport: (choice: ImportChoice) => void;
  readonly onCancel: () => void;
}

/** The content of a file, what of it is imported, and the effect of importing it. */
export function ImportPreview(props: ImportPreviewProps) {
  const { read, last } = props.preview;
  const { title, description, instructor } = read.outline;
  const [course, setCourse] = useState({ title, description, instructor });
  const isPainted = useIsPainted();
  return (
    <Card className={styles.preview}>
      <Stack gap={4}>
        <div>
          <h2 className={styles.title} dir="auto">
            {title}
          </h2>
          <p className={styles.quiet}>{describeContent(read)}</p>
        </div>
        {last && (
          <Notice tone="wait" title={describeLastImport(last.importedAt)}>
            If you import it again, there is a second course. The first stays as it is.
          </Notice>
        )}
        <CourseFields course={course} onChange={setCourse} />
        {isPainted && <Choice {...props} course={course} />}
      </Stack>
    </Card>
  );
}

/** The choice of lessons, the report and the buttons. They are rendered after the first part is painted, in pieces. */
function Choice({
  preview,
  isBusy,
  problem,
  onImport,
  onCancel,
  course,
}: ImportPreviewProps & { course: Course }) {
  const [skipped, setSkipped] = useState<ReadonlySet<string>>(new Set());
  return (
    <>
      <ImportContents modules={preview.read.outline.modules} skipped={skipped} onChange={setSkipped} />
      <ImportReport lines={reportOf(preview)} />
      <Space neededBytes={neededBytes(preview, skipped)} />
      {problem !== null && (
        <Notice tone="bad" title="The course was not imported">
          {problem}
        </Notice>
      )}
      <Cluster>
        <Button variant="primary" isBusy={isBusy} onClick={() => onImport({ course, skipped })}>
          Import
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </Cluster>
    </>
  );
}

type Course = ImportChoice['course'];

function CourseFields({ course, onChange }: { course: Course; onChange: (course: Course) => void }) {
  return (
    <>
      <TextField
        label="Title"
        required
        value={course.title}
        onChange={({ target }) => onChange({ ...course, title: target.value })}
      />
      <TextField
        label="Instructor"
        required
        value={course.instructor}
        onChange={({ target }) => onChange({ ...course, instructor: target.value })}
      />
      <TextArea
        label="Description"
        required
        rows={3}
        value={course.description}
        onChange={({ target }) => onChange({ ...course, description: target.value })}
      />
    </>
  );
}

function Space({ neededBytes: needed }: { neededBytes: number }) {
  const freeBytes = useFreeBytes();
  if (needed === 0) return null;
  const isTooLittle = freeBytes !== null && freeBytes < needed;
  const sentence = `Needs ${describeBytes(needed)} on this device until everything is sent`;
  if (!isTooLittle) {
    const free = freeBytes === null ? '' : `; ${describeBytes(freeBytes)} are free`;
    return <p className={styles.quiet}>{`${sentence}${free}.`}</p>;
  }
  return (
    <Notice tone="bad" title="Not enough storage">
      {sentence}, and {describeBytes(freeBytes)} are free.{' '}
      <TextLink to={paths.storage}>Manage storage</TextLink>
    </Notice>
  );
}
