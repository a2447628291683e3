import { paths } from '#pwa/paths.ts';
import { CopyTextButton } from '#pwa/ui/controls/copy-text-button.tsx';
import { Link } from '#pwa/ui/controls/link.tsx';
import { Chip } from '#pwa/ui/display/chip.tsx';
import { Notice } from '#pwa/ui/feedback/notice.tsx';
import { Cluster } from '#pwa/ui/layout/cluster.tsx';
import { Stack } from '#pwa/ui/layout/stack.tsx';
import { countOf } from '#schema/messages/count.ts';
import styles from '../admin-codes-page.module.css';
import { describeExpiry, describeUses } from '../batch-list.tsx';
import { BatchPending } from '../batch-pending.tsx';
import { type ShownBatch, stateLabels } from '../codes-model.ts';

/** The course, state, uses, expiry and note of a batch, and what is to be known of it. */
export function BatchFacts({ shown }: { shown: ShownBatch }) {
  const { batch, courseTitle, state, pending, redrawn } = shown;
  const { label, tone } = stateLabels[state];
  return (
    <Stack gap={3}>
      <Cluster>
        <Chip tone={tone}>{label}</Chip>
        <Link className={styles.link} to={paths.adminCourse(batch.courseId)}>
          {courseTitle}
        </Link>
        <span>{describeUses(batch)} used</span>
        <span>{batch.maxUses === 1 ? '1 learner per code' : `${batch.maxUses} learners per code`}</span>
        <span>Expires: {describeExpiry(batch)}</span>
      </Cluster>
      {batch.note !== '' && <p className={styles.long}>{batch.note}</p>}
      <BatchPending pending={pending} isRegistered={state !== 'waiting'} />
      {redrawn.length > 0 && <Redrawn codes={redrawn} />}
    </Stack>
  );
}

/** The first codes in these places may have been printed, and do not work. */
function Redrawn({ codes }: { codes: readonly string[] }) {
  return (
    <Notice
      tone="wait"
      title={`Print ${countOf(codes.length, 'code')} again`}
      actions={<CopyTextButton text={() => codes.join('\n')} />}
    >
      <p>
        Some codes existed already when this batch was registered, so this device drew others in their place.
        Sheets printed before do not have these:
      </p>
      <p className={styles.code}>{codes.join(', ')}</p>
    </Notice>
  );
}
