import { paths } from '#pwa/paths.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { CopyTextButton } from '#pwa/ui/controls/copy-text-button.tsx';
import { QrCode } from '#pwa/ui/display/qr-code.tsx';
import { Notice } from '#pwa/ui/feedback/notice.tsx';
import { Cluster } from '#pwa/ui/layout/cluster.tsx';
import { Dialog } from '#pwa/ui/overlays/dialog.tsx';
import type { CourseStatus } from '#schema/courses/course.ts';
import styles from './share-dialog.module.css';

interface ShareDialogProps {
  course: { readonly id: string; readonly title: string; readonly status: CourseStatus };
  onClose: () => void;
}

/** The address of the course's public page, to copy and to print as a QR code. Works offline. */
export function ShareDialog({ course, onClose }: ShareDialogProps) {
  const address = location.origin + paths.course(course.id);
  return (
    <Dialog
      isOpen
      title={`Share “${course.title}”`}
      onClose={onClose}
      actions={<Button onClick={onClose}>Close</Button>}
    >
      {course.status === 'unpublished' && (
        <Notice tone="wait" title="Not published yet">
          Until it is, visitors find no course at this address.
        </Notice>
      )}
      <p>The public page of the course. Learners still need a code to unlock it.</p>
      <Cluster gap={3}>
        <code className={styles.address} translate="no" dir="ltr">
          {address}
        </code>
        <CopyTextButton text={() => address} label="Copy link" />
      </Cluster>
      <QrCode className={styles.qr} text={address} label="QR code with the address above" />
    </Dialog>
  );
}
