import { paths } from '#pwa/paths.ts';
import { classNames } from '#pwa/ui/class-names.ts';
import { Link } from '#pwa/ui/controls/link.tsx';
import { Chip } from '#pwa/ui/display/chip.tsx';
import { media } from '#pwa/ui/layout/breakpoints.ts';
import { Card } from '#pwa/ui/layout/card.tsx';
import { Cluster } from '#pwa/ui/layout/cluster.tsx';
import { Stack } from '#pwa/ui/layout/stack.tsx';
import { useMediaQuery } from '#pwa/ui/layout/use-media-query.ts';
import table from '#pwa/ui/lists/list-table.module.css';
import { rowCount, rowIndex, setPlace } from '#pwa/ui/lists/row-place.ts';
import type { CodeBatch } from '#schema/learning/code-batches.ts';
import { formatCount } from '#schema/messages/count.ts';
import styles from './admin-codes-page.module.css';
import { BatchPending } from './batch-pending.tsx';
import { type BatchPage, nameOf, type ShownBatch, stateLabels, usesOf } from './codes-model.ts';

interface BatchListProps {
  page: BatchPage;
}

/** A table if five columns fit, otherwise one card per batch. */
export function BatchList(props: BatchListProps) {
  const isWide = useMediaQuery(media['--wide']);
  return isWide ? <BatchTable {...props} /> : <BatchCards {...props} />;
}

function BatchTable({ page }: BatchListProps) {
  return (
    <Card className={table.sheet}>
      <table className={classNames(table.table, styles.columns)} {...rowCount(page)}>
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col">Name</th>
            <th scope="col">Course</th>
            <th scope="col">Used</th>
            <th scope="col">Expires</th>
            <th scope="col">State</th>
          </tr>
        </thead>
        <tbody>
          {page.rows.map((shown, index) => (
            <tr key={shown.batch.id} {...rowIndex(page, index)}>
              <th scope="row">
                <BatchLink batch={shown.batch} />
              </th>
              <td className={styles.long} dir="auto">
                {shown.courseTitle}
              </td>
              <td>{describeUses(shown.batch)}</td>
              <td>{describeExpiry(shown.batch)}</td>
              <td>
                <BatchStatus shown={shown} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}

function BatchCards({ page }: BatchListProps) {
  return (
    <Stack as="ul" gap={3}>
      {page.rows.map((shown, index) => (
        <Card as="li" key={shown.batch.id} className={table.card} {...setPlace(page, index)}>
          <p className={styles.name}>
            <BatchLink batch={shown.batch} />
          </p>
          <p className={styles.long} dir="auto">
            {shown.courseTitle}
          </p>
          <BatchStatus shown={shown} />
          <p className={styles.quiet}>
            {describeUses(shown.batch)} used · Expires: {describeExpiry(shown.batch)}
          </p>
        </Card>
      ))}
    </Stack>
  );
}

const BatchLink = ({ batch }: { batch: CodeBatch }) => (
  <Link className={styles.link} to={paths.adminCodeBatch(batch.id)}>
    {nameOf(batch)}
  </Link>
);

function BatchStatus({ shown }: { shown: ShownBatch }) {
  const { label, tone } = stateLabels[shown.state];
  return (
    <Stack gap={2}>
      <Cluster>
        <Chip tone={tone}>{label}</Chip>
      </Cluster>
      <BatchPending pending={shown.pending} isRegistered={shown.state !== 'waiting'} />
    </Stack>
  );
}

export const describeUses = (batch: CodeBatch): string =>
  `${formatCount(batch.uses)} of ${formatCount(usesOf(batch))}`;

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' });

export const describeExpiry = ({ expiresAt }: Pick<CodeBatch, 'expiresAt'>): string =>
  expiresAt === null ? 'Never' : day.format(new Date(expiresAt));
