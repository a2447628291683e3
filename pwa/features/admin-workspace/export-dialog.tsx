import { useState } from 'react';
import type { AdminCourseOutline } from '#pwa/store/database/admin-rows.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { Notice } from '#pwa/ui/feedback/notice.tsx';
import { RadioField } from '#pwa/ui/fields/radio-field.tsx';
import { Dialog } from '#pwa/ui/overlays/dialog.tsx';
import type { ExportFormat } from '#schema/interchange/export.ts';
import { exportCourse } from './export-course.ts';
import { useAction } from './use-action.ts';

interface ExportDialogProps {
  course: AdminCourseOutline;
  onClose: () => void;
}

const formats: readonly { readonly value: ExportFormat; readonly label: string; readonly hint: string }[] = [
  {
    value: 'carrel',
    label: 'Course file (.carrel)',
    hint: 'All of the course, to store it or to import it into a Carrel.',
  },
  {
    value: 'epub',
    label: 'Book (.epub)',
    hint: 'Texts and pictures for e-book readers. Videos and documents become links to Carrel. Practice has its answers folded; tests are without answers.',
  },
  {
    value: 'site',
    label: 'Website (.zip)',
    hint: 'Pages with videos and documents that any browser opens from a disk or a stick. Unpack it, and open index.html. Practice has its answers folded; tests are without answers.',
  },
  {
    value: 'cartridge',
    label: 'Common Cartridge 1.3 (.imscc)',
    hint: 'Modules, lessons, pictures, videos, documents, links, practice and tests for Canvas, Blackboard, Brightspace and others. Canvas lists lessons as files of their module. The picture of the course and the minutes of lessons do not travel. Of the settings of a test, its attempts and whether answers are shown travel; the rest returns only into a Carrel.',
  },
  {
    value: 'cartridge-1.1',
    label: 'Common Cartridge 1.1 (.imscc)',
    hint: 'The same for Moodle, which reads no newer version. Descriptions of modules do not travel either.',
  },
];

/** Formats with the right answers of tests. Books and websites are for learners, and have none. */
const withKeys: ReadonlySet<ExportFormat> = new Set(['carrel', 'cartridge', 'cartridge-1.1']);

/** Asks for the format of an export, and begins its download. It needs a connection. */
export function ExportDialog({ course, onClose }: ExportDialogProps) {
  const [format, setFormat] = useState<ExportFormat>('carrel');
  const { run, problem, isBusy } = useAction();
  const download = () =>
    run('The course could not be exported', async () => {
      await exportCourse(course.id, format);
      onClose();
    });
  const actions = (
    <>
      <Button onClick={onClose}>Cancel</Button>
      <Button variant="primary" isBusy={isBusy} onClick={download}>
        Export
      </Button>
    </>
  );
  return (
    <Dialog isOpen title={`Export “${course.title}”`} onClose={onClose} actions={actions}>
      {problem !== null && (
        <Notice tone="bad" title={problem.title}>
          {problem.reason}
        </Notice>
      )}
      <RadioField legend="Format" options={formats} value={format} onChange={setFormat} />
      {withKeys.has(format) && (
        <Notice title="If the course has tests, their right answers are in this file">
          Anyone who has the file can read them. Give it to admins and teachers only, never to learners.
        </Notice>
      )}
      <p>
        No format contains codes, learners or their progress. A book and a website can be read by anyone who
        has the file.
      </p>
    </Dialog>
  );
}
