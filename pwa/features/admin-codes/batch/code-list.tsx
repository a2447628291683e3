import { useState } from 'react';
import { RemoveAccessDialog } from '#pwa/course-ui/remove-access-dialog.tsx';
import { paths } from '#pwa/paths.ts';
import { attempt } from '#pwa/session/action-error.ts';
import { useUserId } from '#pwa/session/use-user-id.ts';
import { enqueueAccess, enqueueCodeRevoked } from '#pwa/sync/enqueue/code-commands.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { CopyTextButton } from '#pwa/ui/controls/copy-text-button.tsx';
import { Link } from '#pwa/ui/controls/link.tsx';
import { Chip } from '#pwa/ui/display/chip.tsx';
import { Checkbox } from '#pwa/ui/fields/checkbox.tsx';
import { Card } from '#pwa/ui/layout/card.tsx';
import { Cluster } from '#pwa/ui/layout/cluster.tsx';
import table from '#pwa/ui/lists/list-table.module.css';
import { setPlace } from '#pwa/ui/lists/row-place.ts';
import type { BatchCode, Redemption } from '#schema/learning/code-batches.ts';
import { countOf } from '#schema/messages/count.ts';
import styles from '../admin-codes-page.module.css';
import { BatchPending } from '../batch-pending.tsx';
import { linkOf } from '../sheets/printed-batch.ts';
import { nameOfLearner, type RemovedAccess, type ShownCode, stateOfCode } from './batch-model.ts';
import { RevokeCodeDialog } from './revoke-code-dialog.tsx';
import type { CodePage, OpenBatch } from './use-batch.ts';

interface CodeListProps {
  shown: OpenBatch;
  page: CodePage;
  selection: Selection;
}

/** Codes that were selected to be copied, by their ids. */
export type CodeSelection = ReadonlyMap<string, string>;
interface Selection {
  readonly codes: CodeSelection;
  readonly onChange: (codes: CodeSelection) => void;
}

/** Codes with their state, and who redeemed them when. */
export function CodeList({ shown, page, selection }: CodeListProps) {
  const authorId = useUserId();
  const { batch, courseTitle } = shown;
  const [revoked, setRevoked] = useState<BatchCode | null>(null);
  const [removed, setRemoved] = useState<RemovedAccess | null>(null);
  return (
    <>
      <Card as="section" className={table.sheet} aria-label="Codes">
        <ul>
          {page.rows.map((row, index) => (
            <li key={row.code.id} className={styles.codeRow} {...setPlace(page, index)}>
              <CodeHead shown={shown} row={row} selection={selection} onRevoke={() => setRevoked(row.code)} />
              {row.code.redemptions.map((redemption) => (
                <Learner
                  key={redemption.userId ?? redemption.at}
                  shown={shown}
                  codeId={row.code.id}
                  redemption={redemption}
                  onRemove={(userId) =>
                    setRemoved({ codeId: row.code.id, redemption: { ...redemption, userId } })
                  }
                />
              ))}
              <Rest code={row.code} />
              <BatchPending pending={row.pending} isRegistered />
            </li>
          ))}
        </ul>
      </Card>
      {revoked && <RevokeCodeDialog batch={batch} code={revoked} onClose={() => setRevoked(null)} />}
      {removed && (
        <RemoveAccessDialog
          learner={nameOfLearner(removed.redemption)}
          courseTitle={courseTitle}
          giveBack="restore the access"
          onRemove={(reason) => {
            const ofCourse = { courseId: batch.courseId, courseTitle };
            return enqueueAccess(authorId, { ...ofCourse, ...removed, revoked: true, reason });
          }}
          onClose={() => setRemoved(null)}
        />
      )}
    </>
  );
}

interface CodeHeadProps {
  shown: OpenBatch;
  row: ShownCode;
  selection: Selection;
  onRevoke: () => void;
}

function CodeHead({ shown: { batch, state }, row: { code }, selection, onRevoke }: CodeHeadProps) {
  const userId = useUserId();
  const { label, tone } = stateOfCode(code, batch);
  const restore = () =>
    attempt(() =>
      enqueueCodeRevoked(userId, { batch, code }, { revoked: false, removesAccess: false, reason: '' }),
    );
  return (
    <Cluster isSpread>
      <Cluster>
        <Checkbox
          label={<span className={styles.code}>{code.code}</span>}
          checked={selection.codes.has(code.id)}
          onChange={({ target }) => selection.onChange(select(selection.codes, code, target.checked))}
        />
        {state !== 'waiting' && <Chip tone={tone}>{label}</Chip>}
      </Cluster>
      <Cluster gap={0}>
        <CopyTextButton
          size="sm"
          variant="quiet"
          label="Copy code"
          of={`(${code.code})`}
          text={() => code.code}
        />
        <CopyTextButton
          {...{ size: 'sm', variant: 'quiet', label: 'Copy link', of: `(${code.code})` }}
          text={() => linkOf(batch.courseId, code.code)}
        />
        {state !== 'waiting' && (
          <Button size="sm" variant="quiet" onClick={code.revokedAt === null ? onRevoke : restore}>
            {code.revokedAt === null ? 'Revoke' : 'Restore'}
            <span className="visually-hidden"> code {code.code}</span>
          </Button>
        )}
      </Cluster>
    </Cluster>
  );
}

function select(codes: CodeSelection, { id, code }: BatchCode, isSelected: boolean): CodeSelection {
  const next = new Map(codes);
  if (isSelected) next.set(id, code);
  else next.delete(id);
  return next;
}

const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

interface LearnerProps {
  shown: OpenBatch;
  codeId: string;
  redemption: Redemption;
  onRemove: (userId: string) => void;
}

function Learner({ shown, codeId, redemption, onRemove }: LearnerProps) {
  const authorId = useUserId();
  const { userId, email, at, undoneAt } = redemption;
  const { courseTitle, batch } = shown;
  const restore = (learnerId: string) =>
    attempt(() =>
      enqueueAccess(authorId, {
        ...{ courseId: batch.courseId, courseTitle, codeId, revoked: false, reason: '' },
        redemption: { ...redemption, userId: learnerId },
      }),
    );
  return (
    <div className={styles.learner}>
      <span className={styles.long}>
        <LearnerName redemption={redemption} />
        {email !== '' && <span className={styles.quiet}> {email}</span>}
      </span>
      <time className={styles.quiet} dateTime={at}>
        {moment.format(new Date(at))}
      </time>
      {undoneAt !== null && <Chip tone="bad">Access removed</Chip>}
      {userId !== null && (
        <Button
          size="sm"
          variant="quiet"
          onClick={() => (undoneAt === null ? onRemove(userId) : restore(userId))}
        >
          {undoneAt === null ? 'Remove access' : 'Restore access'}
          <span className="visually-hidden"> of {nameOfLearner(redemption)}</span>
        </Button>
      )}
    </div>
  );
}

function LearnerName({ redemption }: { redemption: Redemption }) {
  const name = nameOfLearner(redemption);
  return redemption.userId === null ? name : <Link to={paths.adminUser(redemption.userId)}>{name}</Link>;
}

/** Of a code with many uses, only the latest are listed. */
function Rest({ code }: { code: BatchCode }) {
  const rest = code.uses - code.redemptions.length;
  return rest > 0 ? <p className={styles.quiet}>and {countOf(rest, 'earlier use')}</p> : null;
}
