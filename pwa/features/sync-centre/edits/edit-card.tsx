import { Suspense, useId, useState } from 'react';
import { attempt } from '#pwa/session/action-error.ts';
import type { OutboxRow } from '#pwa/store/account/outbox.ts';
import { uploadIdOf } from '#pwa/sync/outbox/held.ts';
import { retryCommand } from '#pwa/sync/outbox/outbox.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { ButtonLink } from '#pwa/ui/controls/button-link.tsx';
import { Chip } from '#pwa/ui/display/chip.tsx';
import { TimeAgo } from '#pwa/ui/format/time-ago.tsx';
import { Cluster } from '#pwa/ui/layout/cluster.tsx';
import { Stack } from '#pwa/ui/layout/stack.tsx';
import type { Centre } from '../model/read-centre.ts';
import styles from '../sync-centre-page.module.css';
import { CopyButton } from './copy-button.tsx';
import type { EditContext } from './edit-context.ts';
import { placeOfEdit } from './edit-place.ts';
import { describeEditStatus, isBeingSent } from './edit-status.ts';
import { describeEdit } from './edit-text.ts';
import { LazyConflict, LazyUpload } from './lazy-parts.ts';

interface EditCardProps {
  row: OutboxRow;
  around: EditContext;
}

/** One edit: description, status, next step and actions. */
export function EditCard({ row, around }: EditCardProps) {
  const { centre, now } = around;
  const { tone, label, detail } = describeEditStatus(row, {
    ...around,
    blockedBy: around.blockedBy.get(row.id) ?? null,
    isWaitingForFile: centre.waitingForFile.has(row.id),
  });
  const upload = findOwnUpload(row, centre);
  return (
    <Stack as="li" gap={2} className={styles.edit}>
      <p className={styles.what}>{describeEdit(row.command, centre.titles)}</p>
      <p className={styles.status}>
        <Chip tone={tone}>{label}</Chip>{' '}
        <span className={tone === 'bad' ? styles.bad : undefined}>{detail}</span>{' '}
        <span className={styles.quiet}>
          Created <TimeAgo at={row.command.createdAt} now={now} />
        </span>
      </p>
      {upload && (
        <Suspense fallback={null}>
          <LazyUpload upload={upload} />
        </Suspense>
      )}
      <EditActions row={row} around={around} hasUpload={upload !== undefined} />
    </Stack>
  );
}

/** The upload of an edit, unless it is on its way for others too: that of a linked file is no choice of one edit. */
function findOwnUpload({ id, command }: OutboxRow, { uploads, unsent }: Centre) {
  const uploadId = uploadIdOf(command);
  const upload = uploads.find((one) => one.uploadId === uploadId);
  const isShared = unsent.some((one) => one.id !== id && uploadIdOf(one.command) === uploadId);
  return isShared && upload?.state !== 'refused' ? undefined : upload;
}

function EditActions({ row, around, hasUpload }: EditCardProps & { hasUpload: boolean }) {
  const [isCompared, setIsCompared] = useState(false);
  const comparison = useId();
  const { state, conflict, command, lastProblem } = row;
  const place = placeOfEdit(command, around.centre.titles);
  // An edit refused together with another is discarded with it.
  const isRefused = state === 'refused' && conflict === undefined && lastProblem !== null;
  const isSending = isBeingSent(row, around);
  const isReady = (state === 'waiting' || state === 'sending') && !isSending;
  const isWaiting = isReady && !around.blockedBy.has(row.id) && !hasUpload;
  const canRetry = isWaiting || isRefused;
  return (
    <>
      <Cluster>
        {conflict && (
          <Button
            size="sm"
            variant="primary"
            aria-expanded={isCompared}
            aria-controls={comparison}
            onClick={() => setIsCompared(!isCompared)}
          >
            Compare
          </Button>
        )}
        {canRetry && (
          <Button size="sm" onClick={() => attempt(() => retryCommand(row.id))}>
            {row.restore === 'undecided' ? 'Send again' : 'Retry'}
          </Button>
        )}
        {place && (
          <ButtonLink size="sm" to={place.to}>
            {place.label}
          </ButtonLink>
        )}
        <CopyButton command={command} />
        {!isSending && !hasUpload && (
          <Button size="sm" variant="danger" onClick={() => void around.discard.discard(row)}>
            Discard
          </Button>
        )}
      </Cluster>
      <div id={comparison} hidden={!isCompared}>
        {isCompared && (
          <Suspense fallback={<p className={styles.quiet}>Working…</p>}>
            <LazyConflict row={row} />
          </Suspense>
        )}
      </div>
    </>
  );
}
