import { useDeferredValue, useMemo, useState } from 'react';
import { attempt } from '#pwa/session/action-error.ts';
import { useUserId } from '#pwa/session/use-user-id.ts';
import { type CardPrint, writeCardPrint } from '#pwa/store/admin/card-print.ts';
import { openPrivateStore } from '#pwa/store/database/private-store.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { ProgressBar } from '#pwa/ui/display/progress-bar.tsx';
import { Notice } from '#pwa/ui/feedback/notice.tsx';
import { RadioField } from '#pwa/ui/fields/radio-field.tsx';
import { TextField } from '#pwa/ui/fields/text-field.tsx';
import { Dialog } from '#pwa/ui/overlays/dialog.tsx';
import { countOf, formatCount } from '#schema/messages/count.ts';
import { CodeCard } from './code-card.tsx';
import { CodeSheets } from './code-sheets.tsx';
import styles from './print-codes-dialog.module.css';
import { PER_PAGE, type PrintedBatch } from './printed-batch.ts';
import { useDrawnInTurns } from './use-drawn-in-turns.ts';

/** Two lines of a label. */
const LINE_MAX_CHARACTERS = 50;

const SIZES = [
  {
    value: 'card',
    label: 'Cards with the picture',
    hint: `${PER_PAGE.card} a page, as large as a business card`,
  },
  {
    value: 'label',
    label: 'Small labels',
    hint: `${PER_PAGE.label} a page, without the picture`,
  },
] as const;

interface PrintCodesDialogProps {
  batch: PrintedBatch;
  onClose: () => void;
}

/** Prepares the sheets of a batch, from what the device has, and opens the browser's print dialog. */
export function PrintCodesDialog({ batch: given, onClose }: PrintCodesDialogProps) {
  const userId = useUserId();
  const [print, setPrint] = useState(given.print);
  const batch = useMemo(() => ({ ...given, print }), [given, print]);
  // Thousands of cards are drawn after the key that changes them, not with it.
  const printed = useDeferredValue(batch);
  const total = batch.codes.length;
  const drawn = useDrawnInTurns(total);
  const isReady = drawn === total && printed === batch;
  const change = (next: CardPrint) => {
    setPrint(next);
    attempt(() => writeCardPrint(openPrivateStore(userId), batch.courseId, next));
  };
  return (
    <Dialog
      isOpen
      title={`Print “${batch.name}”`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button variant="primary" isBusy={!isReady} onClick={() => window.print()}>
            Print
          </Button>
        </>
      }
    >
      {!batch.isRegistered && (
        <Notice tone="wait" title="Not registered yet">
          These codes work after this device has sent them.
        </Notice>
      )}
      <RadioField
        legend="Size"
        options={SIZES}
        value={print.size}
        onChange={(size) => change({ ...print, size })}
      />
      <TextField
        label="Your own line (optional)"
        hint="Printed on each, such as a room or whom to ask. This device keeps it for this course."
        maxLength={LINE_MAX_CHARACTERS}
        value={print.line}
        onChange={({ target }) => change({ ...print, line: target.value })}
      />
      {batch.codes[0] !== undefined && (
        <div className={styles.preview} aria-hidden="true" translate="no">
          <CodeCard batch={batch} code={batch.codes[0]} />
        </div>
      )}
      <p>
        {countOf(total, 'code')} on {countOf(Math.ceil(total / PER_PAGE[print.size]), 'page')} of A4 or Letter
        paper. The QR code opens the course with the code filled in.
      </p>
      {drawn < total && (
        <>
          <p>
            Preparing {formatCount(drawn)} of {formatCount(total)}…
          </p>
          <ProgressBar value={(drawn / total) * 100} label="Codes prepared for printing" />
        </>
      )}
      <CodeSheets batch={printed} drawn={drawn} />
    </Dialog>
  );
}
