import { useState } from 'react';
import { attempt } from '#pwa/session/action-error.ts';
import { useUserId } from '#pwa/session/use-user-id.ts';
import { readCardPrint } from '#pwa/store/admin/card-print.ts';
import { openPrivateStore } from '#pwa/store/database/private-store.ts';
import { enqueueBatchRevoked } from '#pwa/sync/enqueue/code-commands.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { CopyTextButton } from '#pwa/ui/controls/copy-text-button.tsx';
import { Cluster } from '#pwa/ui/layout/cluster.tsx';
import type { BatchCode } from '#schema/learning/code-batches.ts';
import { UserFacingError } from '#schema/messages/user-facing-error.ts';
import styles from '../admin-codes-page.module.css';
import { nameOf, stateLabels } from '../codes-model.ts';
import { usePrintAtOnce } from '../sheets/print-at-once.ts';
import { PrintCodesDialog } from '../sheets/print-codes-dialog.tsx';
import type { PrintedBatch } from '../sheets/printed-batch.ts';
import { type ListedBatch, saveCodesCsv } from '../sheets/save-codes-csv.ts';
import { canBeHandedOut, stateOfCode } from './batch-model.ts';
import { EditBatchDialog } from './edit-batch-dialog.tsx';
import { RevokeBatchDialog } from './revoke-batch-dialog.tsx';
import { type OpenBatch, readAllCodes } from './use-batch.ts';

/** The actions on a batch as a whole. */
export function BatchActions({ shown }: { shown: OpenBatch }) {
  const userId = useUserId();
  const [dialog, setDialog] = useState<'edit' | 'revoke' | null>(null);
  const [printed, setPrinted] = useState<PrintedBatch | null>(null);
  const { batch, page, state } = shown;
  const close = () => setDialog(null);
  const print = () => attempt(async () => setPrinted(await readPrinted(userId, shown)));
  usePrintAtOnce(page === null ? null : print);
  return (
    <>
      <Cluster>
        <Button disabled={page === null} onClick={print}>
          Print
        </Button>
        <Button
          disabled={page === null}
          onClick={() => attempt(async () => saveCodesCsv(await readListed(userId, shown)))}
        >
          CSV
        </Button>
        <CopyTextButton
          label="Copy all unused"
          disabled={page === null || state === 'usedUp'}
          text={async () => (await readUnused(userId, shown)).join('\n')}
        />
        <Button onClick={() => setDialog('edit')}>Edit</Button>
        {batch.revokedAt === null ? (
          <Button variant="danger" onClick={() => setDialog('revoke')}>
            Revoke all
          </Button>
        ) : (
          <Button onClick={() => attempt(() => enqueueBatchRevoked(userId, batch, false))}>
            Restore all
          </Button>
        )}
      </Cluster>
      <p className={styles.quiet}>
        Print and Copy take the unused codes. The CSV file has all codes, in the columns Code, Course, Link,
        State and Batch.
      </p>
      {dialog === 'edit' && <EditBatchDialog batch={batch} onClose={close} />}
      {dialog === 'revoke' && <RevokeBatchDialog batch={batch} onClose={close} />}
      {printed !== null && <PrintCodesDialog batch={printed} onClose={() => setPrinted(null)} />}
    </>
  );
}

/** The codes that can be handed out. Throws if there are none. */
async function readUnused(userId: string, { batch }: OpenBatch): Promise<string[]> {
  const codes = await readAllCodes(openPrivateStore(userId), batch);
  const unused = codes.filter((code) => canBeHandedOut(code, batch)).map(({ code }) => code);
  if (unused.length === 0)
    throw new UserFacingError('No code of this batch is left: all are used or revoked.');
  return unused;
}

async function readPrinted(userId: string, shown: OpenBatch): Promise<PrintedBatch> {
  const { batch, courseTitle, thumbnail, state } = shown;
  return {
    ...{ name: nameOf(batch), courseId: batch.courseId, courseTitle, thumbnail },
    codes: await readUnused(userId, shown),
    isRegistered: state !== 'waiting',
    print: await readCardPrint(openPrivateStore(userId), batch.courseId),
  };
}

async function readListed(userId: string, { batch, courseTitle, state }: OpenBatch): Promise<ListedBatch> {
  const codes = await readAllCodes(openPrivateStore(userId), batch);
  /** A code that could be handed out cannot if its batch is revoked, has expired or is not registered. */
  const labelOf = (code: BatchCode) =>
    state !== 'open' && canBeHandedOut(code, batch)
      ? stateLabels[state].label
      : stateOfCode(code, batch).label;
  return {
    ...{ name: nameOf(batch), courseId: batch.courseId, courseTitle },
    codes: codes.map((code) => ({ code: code.code, state: labelOf(code) })),
  };
}
