import { useLayoutEffect, useRef } from 'react';
import { Button } from '#pwa/ui/controls/button.tsx';
import { ConfirmDialog } from '#pwa/ui/overlays/confirm-dialog.tsx';
import { describeCommand } from '#schema/commands/all-commands.ts';
import { countOf, formatCount } from '#schema/messages/count.ts';
import styles from './discard-parts.module.css';
import type { Discard, Discarded, DiscardQuestion } from './use-discard.ts';

/** The confirmation before dependent edits are discarded too, and the Undo bar. */
export function DiscardParts({ discard, onExpired }: { discard: Discard; onExpired: () => void }) {
  const { question, discarded, problem } = discard;
  return (
    <>
      {question && (
        <Question
          question={question}
          onYes={() => void discard.drop(question.row)}
          onNo={() => discard.cancel()}
        />
      )}
      {problem !== null && (
        <p role="alert" className={styles.bad}>
          {problem}
        </p>
      )}
      <div role="status" className={styles.place}>
        {discarded && (
          <Undo
            key={discarded.rows[0]?.id}
            discarded={discarded}
            onUndo={() => void discard.undo()}
            onExpired={onExpired}
          />
        )}
      </div>
    </>
  );
}

interface UndoProps {
  discarded: Discarded;
  onUndo: () => void;
  /** Called when the bar disappears while it has the focus. */
  onExpired: () => void;
}

function Undo({ discarded, onUndo, onExpired }: UndoProps) {
  const { what, rows, restored } = discarded;
  const bar = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const element = bar.current;
    // The pressed button is removed; Undo is the likely next action.
    button.current?.focus();
    return () => {
      // The element is still in the page here, so its focus can be checked.
      if (element?.contains(document.activeElement)) onExpired();
    };
  }, [onExpired]);
  return (
    <div className={styles.undo} ref={bar}>
      <p>
        Discarded: {what}
        {rows.length > 1 && ` and ${formatCount(rows.length - 1)} more`}
        {restored > 0 && `. Waiting to sync again: ${countOf(restored, 'edit')}`}
      </p>
      <Button ref={button} size="sm" onClick={onUndo}>
        Undo
      </Button>
    </div>
  );
}

interface QuestionProps {
  question: DiscardQuestion;
  onYes: () => void;
  onNo: () => void;
}

function Question({ question: { row, dependents, hasFile }, onYes, onNo }: QuestionProps) {
  return (
    <ConfirmDialog
      title="Discard this edit?"
      action={dependents.length > 0 ? `Discard all ${dependents.length + 1}` : 'Discard'}
      onConfirm={onYes}
      onCancel={onNo}
    >
      <p>{describeCommand(row.command)}</p>
      {dependents.length > 0 && (
        <>
          <p>These edits depend on it and are discarded too:</p>
          <ul className="text-list">
            {dependents.map(({ id, command }) => (
              <li key={id}>{describeCommand(command)}</li>
            ))}
          </ul>
        </>
      )}
      <p>
        {hasFile
          ? 'The file is removed from this device. This cannot be undone.'
          : 'You can undo this for ten seconds.'}
      </p>
    </ConfirmDialog>
  );
}
