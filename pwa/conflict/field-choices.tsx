import type { Decision } from '../sync/conflicts/decide.ts';
import { Button } from '../ui/controls/button.tsx';
import { Cluster } from '../ui/layout/cluster.tsx';
import { type Choices, countOpen, decisionOf, mergedText } from './choices.ts';
import styles from './conflict-card.module.css';
import type { ConflictFacts } from './conflict-facts.ts';
import { ConflictHead } from './conflict-head.tsx';
import { FieldChoice } from './field-choice.tsx';

interface FieldChoicesProps {
  facts: Extract<ConflictFacts, { kind: 'fields' }>;
  choices: Choices;
  onChoose: (choices: Choices) => void;
  isBusy: boolean;
  onDecide: (decision: Decision) => void;
}

const STORED = 'The version that you do not choose stays in the history.';
const DISCARDED = 'Your version is discarded if you do not choose it.';

/** Shows both texts of every field that two users changed; continues when each is decided. */
export function FieldChoices({ facts, choices, onChoose, isBusy, onDecide }: FieldChoicesProps) {
  const { fields, what } = facts;
  const names = fields.map(({ name }) => name).join(' and the ');
  const open = countOpen(choices, fields);
  return (
    <>
      <ConflictHead
        title={
          fields.length === 1
            ? 'One field was also changed elsewhere'
            : `${fields.length} fields were also changed elsewhere`
        }
      >
        {`Another person, or you on another screen, changed the ${names} of the ${what} meanwhile. All other changes merged automatically. ${facts.isStored ? STORED : DISCARDED}`}
      </ConflictHead>
      {fields.map((conflict) => (
        <FieldChoice
          key={conflict.field}
          conflict={conflict}
          side={choices.sides[conflict.field]}
          merged={mergedText(choices, conflict)}
          onSide={(side) => onChoose({ ...choices, sides: { ...choices.sides, [conflict.field]: side } })}
          onWrite={(text) => onChoose({ ...choices, merged: { ...choices.merged, [conflict.field]: text } })}
        />
      ))}
      <Cluster className={styles.actions}>
        <Button
          variant="primary"
          isBusy={isBusy}
          disabled={open > 0}
          onClick={() => onDecide(decisionOf(choices, fields))}
        >
          Save choice
        </Button>
        {open > 0 && (
          <p className={styles.hint}>{open === 1 ? 'Choose a version' : `${open} fields need a choice`}</p>
        )}
      </Cluster>
    </>
  );
}
