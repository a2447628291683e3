import type { Decision } from '../sync/conflicts/decide.ts';
import { Button } from '../ui/controls/button.tsx';
import { Cluster } from '../ui/layout/cluster.tsx';
import styles from './conflict-card.module.css';
import type { ConflictFacts } from './conflict-facts.ts';
import { ConflictHead } from './conflict-head.tsx';
import { textOfField } from './text-of-field.ts';

interface DeletionChoiceProps {
  facts: Extract<ConflictFacts, { kind: 'deleteChanged' | 'moveDeleted' | 'editDeleted' }>;
  isBusy: boolean;
  onDecide: (decision: Decision) => void;
}

/** One user deleted what the other changed: asks which to take, without a default. */
export function DeletionChoice({ facts, isBusy, onDecide }: DeletionChoiceProps) {
  if (facts.kind === 'deleteChanged')
    return (
      <>
        <ConflictHead title={`Delete the changed ${facts.what}?`}>
          You deleted it after another person changed it. It is still on the server with their changes.
        </ConflictHead>
        <Cluster className={styles.actions}>
          <Button variant="danger" isBusy={isBusy} onClick={() => onDecide({ kind: 'deleteAnyway' })}>
            Delete anyway
          </Button>
          <Button isBusy={isBusy} onClick={() => onDecide({ kind: 'theirs' })}>
            Cancel the deletion
          </Button>
        </Cluster>
      </>
    );
  if (facts.kind === 'moveDeleted')
    return (
      <>
        <ConflictHead title={`The ${facts.what} was moved into a module that someone else deleted`}>
          The lesson is still in its module, as it was. Your other edits of it are saved on this device and
          are sent with either choice.
        </ConflictHead>
        <Cluster className={styles.actions}>
          <Button variant="primary" isBusy={isBusy} onClick={() => onDecide({ kind: 'recreate' })}>
            Restore the module and move it there
          </Button>
          <Button isBusy={isBusy} onClick={() => onDecide({ kind: 'theirs' })}>
            Leave it in its module
          </Button>
        </Cluster>
      </>
    );
  return (
    <>
      <ConflictHead title={`The ${facts.what} was deleted by someone else`}>
        Your edits are saved on this device. If you discard them, the history keeps a copy.
      </ConflictHead>
      <MyTexts facts={facts} />
      <Cluster className={styles.actions}>
        <Button variant="primary" isBusy={isBusy} onClick={() => onDecide({ kind: 'recreate' })}>
          Restore
        </Button>
        <Button isBusy={isBusy} onClick={() => onDecide({ kind: 'theirs' })}>
          Discard my edits
        </Button>
      </Cluster>
    </>
  );
}

function MyTexts({ facts }: { facts: Extract<ConflictFacts, { kind: 'editDeleted' }> }) {
  if (facts.mine.length === 0) return null;
  return (
    <dl className={styles.texts}>
      {facts.mine.map(({ field, name, mine }) => (
        <div key={field}>
          <dt>Your {name}</dt>
          <dd className={styles.text}>{textOfField(field, mine)}</dd>
        </div>
      ))}
    </dl>
  );
}
