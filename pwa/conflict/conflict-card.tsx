import { useMemo } from 'react';
import { describeCommand } from '#schema/commands/all-commands.ts';
import type { OutboxRow } from '../store/database/rows.ts';
import type { Decision } from '../sync/conflicts/decide.ts';
import { Notice } from '../ui/feedback/notice.tsx';
import { Card } from '../ui/layout/card.tsx';
import type { Choices } from './choices.ts';
import styles from './conflict-card.module.css';
import { readConflict } from './conflict-facts.ts';
import { DeletionChoice } from './deletion-choice.tsx';
import { FieldChoices } from './field-choices.tsx';
import { type SaveChoices, useChoices } from './use-choices.ts';
import { useDecision } from './use-decision.ts';

interface ConflictCardProps {
  row: OutboxRow;
  /** The choices made before this page was opened. */
  first: Choices;
  onChoose: SaveChoices;
  /** Applies a decision (`decideConflict`); rejects with a user-facing error when it could not be stored. */
  onDecide: (decision: Decision) => Promise<unknown>;
}

/**
 * An edit that conflicts with another user's: shows both and lets the user decide. Nothing happens before.
 */
export function ConflictCard({ row, first, onChoose, onDecide }: ConflictCardProps) {
  const facts = useMemo(() => readConflict(row), [row]);
  const { decide, isBusy, problem } = useDecision(onDecide);
  const { choices, choose, problem: saveProblem } = useChoices(first, onChoose);
  if (facts === null) return null;
  return (
    <Card as="section" className={styles.card} aria-label={describeCommand(row.command)}>
      {facts.kind === 'fields' ? (
        <FieldChoices facts={facts} choices={choices} onChoose={choose} isBusy={isBusy} onDecide={decide} />
      ) : (
        <DeletionChoice facts={facts} isBusy={isBusy} onDecide={decide} />
      )}
      {saveProblem !== null && (
        <Notice tone="bad" title="Your choice is not saved on this device">
          {saveProblem}
        </Notice>
      )}
      {problem !== null && (
        <Notice tone="bad" title="This decision was not saved">
          {problem}
        </Notice>
      )}
    </Card>
  );
}
