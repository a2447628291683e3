import { Button } from '#pwa/ui/controls/button.tsx';
import { ProgressBar } from '#pwa/ui/display/progress-bar.tsx';
import { Notice } from '#pwa/ui/feedback/notice.tsx';
import { Dialog } from '#pwa/ui/overlays/dialog.tsx';
import { countOf, formatCount } from '#schema/messages/count.ts';
import { CODES_PER_SHEET, CodeSheets } from './code-sheets.tsx';
import type { PrintedBatch } from './printed-batch.ts';
import { useDrawnInTurns } from './use-drawn-in-turns.ts';

interface PrintCodesDialogProps {
  batch: PrintedBatch;
  onClose: () => void;
}

/** Prepares the sheets of a batch, from what the device has, and opens the browser's print dialog. */
export function PrintCodesDialog({ batch, onClose }: PrintCodesDialogProps) {
  const total = batch.codes.length;
  const drawn = useDrawnInTurns(total);
  const isReady = drawn === total;
  return (
    <Dialog
      isOpen
      title={`Print “${batch.name}”`}
      onClose={onClose}
      actions={
        <>
          <Button variant="primary" isBusy={!isReady} onClick={() => window.print()}>
            Print
          </Button>
          <Button onClick={onClose}>Close</Button>
        </>
      }
    >
      <p>
        {countOf(total, 'code')} on {countOf(Math.ceil(total / CODES_PER_SHEET), 'page')}, with{' '}
        {CODES_PER_SHEET} a page, for A4 or Letter paper. Each has a QR code that opens the course with the
        code filled in.
      </p>
      {!batch.isRegistered && (
        <Notice tone="wait" title="Not registered yet">
          These codes work after this device has sent them.
        </Notice>
      )}
      {!isReady && (
        <>
          <p>
            Preparing {formatCount(drawn)} of {formatCount(total)}…
          </p>
          <ProgressBar value={(drawn / total) * 100} label="Codes prepared for printing" />
        </>
      )}
      <CodeSheets batch={batch} drawn={drawn} />
    </Dialog>
  );
}
