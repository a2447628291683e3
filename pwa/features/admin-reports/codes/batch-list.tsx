import { media } from '#pwa/ui/layout/breakpoints.ts';
import { Card } from '#pwa/ui/layout/card.tsx';
import { Stack } from '#pwa/ui/layout/stack.tsx';
import { useMediaQuery } from '#pwa/ui/layout/use-media-query.ts';
import { cutPage } from '#pwa/ui/lists/cut-page.ts';
import { Pager } from '#pwa/ui/lists/pager.tsx';
import { SheetTable } from '#pwa/ui/lists/sheet-table.tsx';
import { useAddressPage } from '#pwa/ui/lists/use-address-page.ts';
import { countOf, formatCount } from '#schema/messages/count.ts';
import type { CodeBatchReport } from '#schema/reports/reports.ts';
import styles from '../report.module.css';

const PAGE_SIZE = 50;

/** The batches, newest first: a table if its columns fit, otherwise cards. */
export function BatchList({ batches }: { batches: readonly CodeBatchReport[] }) {
  const [requested, turn] = useAddressPage();
  const { rows, page, pages, rangeLabel } = cutPage(batches, { requested, size: PAGE_SIZE, noun: 'row' });
  const isWide = useMediaQuery(media['--wide']);
  return (
    <Stack as="section" gap={4} aria-labelledby="batches">
      <h2 id="batches">Batches</h2>
      {pages > 1 && <p className={styles.detail}>{rangeLabel}</p>}
      {isWide ? <BatchTable batches={rows} /> : <BatchCards batches={rows} />}
      <Pager page={page} pages={pages} onTurn={turn} />
    </Stack>
  );
}

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' });
const nameOf = ({ name }: CodeBatchReport) => (name === '' ? 'Uploaded list' : name);

const COLUMNS = ['Course', 'Batch', 'Added', 'Uses', 'Codes', 'Usable', 'Revoked or expired'];

function BatchTable({ batches }: { batches: readonly CodeBatchReport[] }) {
  return (
    <SheetTable columns={COLUMNS}>
      {batches.map((batch) => (
        <tr key={batch.batchId}>
          <th scope="row">{batch.courseTitle}</th>
          <td>{nameOf(batch)}</td>
          <td>{day.format(new Date(batch.addedAt))}</td>
          <td>{formatCount(batch.uses)}</td>
          <td>{formatCount(batch.codes)}</td>
          <td>{formatCount(batch.unused)}</td>
          <td>{formatCount(batch.ended)}</td>
        </tr>
      ))}
    </SheetTable>
  );
}

function BatchCards({ batches }: { batches: readonly CodeBatchReport[] }) {
  return (
    <Stack as="ul" gap={3}>
      {batches.map((batch) => (
        <Card as="li" key={batch.batchId} className={styles.card}>
          <p className={styles.name} dir="auto">
            {batch.courseTitle}
          </p>
          <p>
            {countOf(batch.uses, 'use')} of {countOf(batch.codes, 'code')}, {formatCount(batch.unused)} usable
            {batch.ended > 0 && `, ${formatCount(batch.ended)} revoked or expired`}
          </p>
          <p className={styles.detail}>
            {nameOf(batch)}, {day.format(new Date(batch.addedAt))}
          </p>
        </Card>
      ))}
    </Stack>
  );
}
