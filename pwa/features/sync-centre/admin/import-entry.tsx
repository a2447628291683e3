import { useState } from 'react';
import { attempt } from '#pwa/session/action-error.ts';
import { usePrivateQuery } from '#pwa/session/queries/use-private-query.ts';
import { listImportNotes } from '#pwa/store/account/imports.ts';
import type { OutboxRow } from '#pwa/store/account/outbox.ts';
import { discardImport, isImportPaused, pauseImport, resumeImport } from '#pwa/sync/imports/change-import.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { Chip } from '#pwa/ui/display/chip.tsx';
import { ProgressBar } from '#pwa/ui/display/progress-bar.tsx';
import { Cluster } from '#pwa/ui/layout/cluster.tsx';
import { Stack } from '#pwa/ui/layout/stack.tsx';
import { ConfirmDialog } from '#pwa/ui/overlays/confirm-dialog.tsx';
import styles from '../sync-centre-page.module.css';
import { describeImport } from './import-progress.ts';

interface ImportEntryProps {
  importId: string;
  /** The unsent commands of the import. */
  rows: readonly OutboxRow[];
}

/** One import: how much of it was sent, with pause and discard. */
export function ImportEntry({ importId, rows }: ImportEntryProps) {
  const notes = usePrivateQuery((store) => listImportNotes(store), []);
  const [isAsking, setIsAsking] = useState(false);
  const note = notes?.find((one) => one.importId === importId);
  const title = note?.title ?? 'A course';
  const isPaused = isImportPaused(rows);
  const { sentence, percent } = describeImport(title, note?.total ?? rows.length, rows);
  const discard = () => {
    setIsAsking(false);
    attempt(() => discardImport(importId));
  };
  return (
    <Stack gap={2} className={styles.edit}>
      <p className={styles.what}>{sentence}</p>
      <ProgressBar value={percent} label={`Import of ${title}`} />
      {isPaused && (
        <p>
          <Chip>Paused</Chip>
        </p>
      )}
      <Cluster>
        {isPaused ? (
          <Button size="sm" onClick={() => attempt(() => resumeImport(importId))}>
            Resume
          </Button>
        ) : (
          <Button size="sm" onClick={() => attempt(() => pauseImport(importId))}>
            Pause
          </Button>
        )}
        <Button size="sm" variant="danger" onClick={() => setIsAsking(true)}>
          Discard
        </Button>
      </Cluster>
      {isAsking && (
        <ConfirmDialog
          title={`Discard the import of “${title}”?`}
          action="Discard"
          onConfirm={discard}
          onCancel={() => setIsAsking(false)}
        >
          What waits is deleted from this device, with edits that you made in it. What was sent stays on the
          server as an unpublished course, which you can delete in the workspace.
        </ConfirmDialog>
      )}
    </Stack>
  );
}
