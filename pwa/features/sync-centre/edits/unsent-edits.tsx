import { Suspense, useCallback, useMemo, useRef } from 'react';
import { Card } from '#pwa/ui/layout/card.tsx';
import { Stack } from '#pwa/ui/layout/stack.tsx';
import { DiscardParts } from '../discard/discard-parts.tsx';
import { useDiscard } from '../discard/use-discard.ts';
import { type Block, findBlockers, groupUnsent } from '../model/centre-model.ts';
import type { Centre } from '../model/read-centre.ts';
import styles from '../sync-centre-page.module.css';
import { EditCard } from './edit-card.tsx';
import type { EditContext } from './edit-context.ts';
import { LazyImport } from './lazy-parts.ts';
import { useSeconds } from './use-seconds.ts';

interface UnsentEditsProps {
  centre: Centre;
  isOnline: boolean;
  hasSession: boolean;
}

/** All unsent edits, in groups. */
export function UnsentEdits({ centre, isOnline, hasSession }: UnsentEditsProps) {
  const { unsent, titles } = centre;
  const sections = useMemo(() => groupUnsent(unsent, titles), [unsent, titles]);
  const blockedBy = useMemo(() => findBlockers(unsent), [unsent]);
  const discard = useDiscard();
  const heading = useRef<HTMLHeadingElement>(null);
  const focusHeading = useCallback(() => heading.current?.focus(), []);
  const now = useSeconds(unsent.some(({ nextAttemptAt, heldUntil }) => nextAttemptAt ?? heldUntil));
  const around = { isOnline, hasSession, now, blockedBy, centre, discard };
  return (
    <Stack as="section" gap={4} aria-labelledby="unsent-title">
      <h2 id="unsent-title" ref={heading} tabIndex={-1} className={styles.title}>
        Waiting to sync
      </h2>
      {unsent.length === 0 && <p className={styles.quiet}>No edits are waiting.</p>}
      {sections.map(({ key, title, blocks }) => (
        <Stack key={key} as="section" gap={4} aria-label={title}>
          <h3 className={styles.subject}>{title}</h3>
          {blocks.map((block) => (
            <EditBlock key={block.key} block={block} around={around} />
          ))}
        </Stack>
      ))}
      <DiscardParts discard={discard} onExpired={focusHeading} />
    </Stack>
  );
}

function EditBlock({ block: { isSave, importId, rows }, around }: { block: Block; around: EditContext }) {
  // Of an import, only what needs a decision is listed.
  const listed = importId === null ? rows : rows.filter(({ state }) => state === 'refused');
  const list = (
    <ul>
      {listed.map((row) => (
        <EditCard key={row.order} row={row} around={around} />
      ))}
    </ul>
  );
  if (importId !== null) {
    return (
      <Card className={styles.block}>
        <Suspense fallback={null}>
          <LazyImport importId={importId} rows={rows} />
        </Suspense>
        {listed.length > 0 && list}
      </Card>
    );
  }
  if (!isSave) return <Card className={styles.block}>{list}</Card>;
  return (
    <Card className={styles.block}>
      <p className={styles.save}>
        <strong>Save Course</strong>: {rows.length} edits, sent together
      </p>
      {list}
    </Card>
  );
}
