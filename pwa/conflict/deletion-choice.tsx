import type { Decision } from '../sync/decide.ts';
import { Button } from '../ui/button.tsx';
import styles from './conflict-card.module.css';
import type { ConflictFacts } from './conflict-facts.ts';
import { ConflictHead } from './conflict-head.tsx';
import { wordsOf } from './field-words.ts';

interface DeletionChoiceProps {
  facts: Extract<ConflictFacts, { kind: 'deleteChanged' | 'editDeleted' }>;
  isBusy: boolean;
  onDecide: (decision: Decision) => void;
}

/** One user deleted what the other changed: asks which to take, without a default. */
export function DeletionChoice({ facts, isBusy, onDecide }: DeletionChoiceProps) {
  return facts.kind === 'deleteChanged' ? (
    <>
      <ConflictHead title={`Delete the ${facts.what} all the same?`}>
        You deleted it, but somebody has changed it since you last saw it. It is still there, with their
        changes.
      </ConflictHead>
      <div className={styles.actions}>
        <Button variant="danger" isBusy={isBusy} onClick={() => onDecide({ kind: 'deleteAnyway' })}>
          Delete it anyway
        </Button>
        <Button isBusy={isBusy} onClick={() => onDecide({ kind: 'theirs' })}>
          Keep it
        </Button>
      </div>
    </>
  ) : (
    <>
      <ConflictHead title={`The ${facts.what} was deleted by somebody else`}>
        You have worked on it meanwhile. What you wrote is safe on this device; if you let it go, it is kept
        in the history.
      </ConflictHead>
      <MyWords facts={facts} />
      <div className={styles.actions}>
        <Button variant="primary" isBusy={isBusy} onClick={() => onDecide({ kind: 'putBack' })}>
          Put it back
        </Button>
        <Button isBusy={isBusy} onClick={() => onDecide({ kind: 'theirs' })}>
          Let it go
        </Button>
      </div>
    </>
  );
}

function MyWords({ facts }: { facts: Extract<ConflictFacts, { kind: 'editDeleted' }> }) {
  if (facts.mine.length === 0) return null;
  return (
    <dl className={styles.words}>
      {facts.mine.map(({ field, name, mine }) => (
        <div key={field}>
          <dt>Your {name}</dt>
          <dd className={styles.text}>{wordsOf(field, mine)}</dd>
        </div>
      ))}
    </dl>
  );
}
