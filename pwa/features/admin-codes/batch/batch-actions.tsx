import { useState } from 'react';
import { attempt } from '#pwa/session/action-error.ts';
import { useUserId } from '#pwa/session/use-user-id.ts';
import { openPrivateStore } from '#pwa/store/database/private-store.ts';
import { enqueueBatchRevoked } from '#pwa/sync/enqueue/code-commands.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { Cluster } from '#pwa/ui/layout/cluster.tsx';
import { UserFacingError } from '#schema/messages/user-facing-error.ts';
import { nameOf } from '../codes-model.ts';
import { PrintCodesDialog } from '../sheets/print-codes-dialog.tsx';
import type { PrintedBatch } from '../sheets/printed-batch.ts';
import { saveCodesCsv } from '../sheets/save-codes-csv.ts';
import { EditBatchDialog } from './edit-batch-dialog.tsx';
import { RevokeBatchDialog } from './revoke-batch-dialog.tsx';
import { type OpenBatch, readPrintedCodes } from './use-batch.ts';

/** The actions on a batch as a whole. */
export function BatchActions({ shown }: { shown: OpenBatch }) {
  const userId = useUserId();
  const [dialog, setDialog] = useState<'edit' | 'revoke' | null>(null);
  const [printed, setPrinted] = useState<PrintedBatch | null>(null);
  const { batch, page } = shown;
  const close = () => setDialog(null);
  return (
    <>
      <Cluster>
        <Button
          disabled={page === null}
          onClick={() => attempt(async () => setPrinted(await readPrinted(userId, shown)))}
        >
          Print
        </Button>
        <Button
          disabled={page === null}
          onClick={() => attempt(async () => saveCodesCsv(await readPrinted(userId, shown)))}
        >
          CSV
        </Button>
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
      {dialog === 'edit' && <EditBatchDialog batch={batch} onClose={close} />}
      {dialog === 'revoke' && <RevokeBatchDialog batch={batch} onClose={close} />}
      {printed !== null && <PrintCodesDialog batch={printed} onClose={() => setPrinted(null)} />}
    </>
  );
}

/** The codes that can be handed out. Throws if there are none. */
async function readPrinted(userId: string, { batch, courseTitle, state }: OpenBatch): Promise<PrintedBatch> {
  const codes = await readPrintedCodes(openPrivateStore(userId), batch);
  if (codes.length === 0)
    throw new UserFacingError('No code of this batch is left: all are used or revoked.');
  return {
    ...{ name: nameOf(batch), courseId: batch.courseId, courseTitle, codes },
    isRegistered: state !== 'waiting',
  };
}
