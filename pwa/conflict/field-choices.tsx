import { useState } from 'react';
import type { FieldValue } from '#schema/merge.ts';
import type { Decision } from '../sync/decide.ts';
import { Button } from '../ui/button.tsx';
import styles from './conflict-card.module.css';
import type { ConflictFacts, FieldConflict } from './conflict-facts.ts';
import { ConflictHead } from './conflict-head.tsx';
import { FieldChoice } from './field-choice.tsx';

/** What was said of one field so far. */
export type Choice =
  | { readonly of: 'mine' | 'theirs' }
  /** A text of their own, made from both. */
  | { readonly of: 'merged'; readonly text: string };

interface FieldChoicesProps {
  facts: Extract<ConflictFacts, { kind: 'fields' }>;
  isBusy: boolean;
  onDecide: (decision: Decision) => void;
}

/** Both texts of every field that two people changed; goes on when each has its answer. */
export function FieldChoices({ facts, isBusy, onDecide }: FieldChoicesProps) {
  const [choices, setChoices] = useState<Readonly<Record<string, Choice>>>({});
  const { fields, what } = facts;
  const names = fields.map(({ name }) => name).join(' and the ');
  const open = fields.filter(({ field }) => choices[field] === undefined).length;
  const choose = (field: string) => (choice: Choice) => setChoices((was) => ({ ...was, [field]: choice }));
  const decide = () => onDecide(decisionOf(fields, choices));
  return (
    <>
      <ConflictHead
        title={
          fields.length === 1
            ? 'One field was changed by someone else'
            : `${fields.length} fields were changed by someone else`
        }
      >
        {`Somebody changed the ${names} of the ${what} while you did. Everything else merged by itself. Both versions are kept: what you do not choose stays in the history.`}
      </ConflictHead>
      {fields.map((conflict) => (
        <FieldChoice
          key={conflict.field}
          conflict={conflict}
          choice={choices[conflict.field]}
          onChoose={choose(conflict.field)}
        />
      ))}
      <div className={styles.actions}>
        <Button variant="primary" isBusy={isBusy} disabled={open > 0} onClick={decide}>
          Save this choice
        </Button>
        {open > 0 && (
          <p className={styles.hint}>
            {open === 1 ? 'Choose one of the texts' : `${open} fields still need a choice`}
          </p>
        )}
      </div>
    </>
  );
}

function decisionOf(fields: readonly FieldConflict[], choices: Readonly<Record<string, Choice>>): Decision {
  if (fields.every(({ field }) => choices[field]?.of === 'theirs')) return { kind: 'theirs' };
  const values = fields.map(
    (conflict) => [conflict.field, chosenValue(conflict, choices[conflict.field])] as const,
  );
  return { kind: 'fields', values: Object.fromEntries(values) };
}

function chosenValue({ mine, theirs }: FieldConflict, choice: Choice | undefined): FieldValue {
  if (choice?.of === 'merged') return choice.text;
  return choice?.of === 'mine' ? mine : theirs;
}
