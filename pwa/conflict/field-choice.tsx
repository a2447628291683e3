import { useId, useMemo, useState } from 'react';
import { Button } from '../ui/controls/button.tsx';
import { TextArea } from '../ui/fields/text-area.tsx';
import { Cluster } from '../ui/layout/cluster.tsx';
import type { Side } from './choices.ts';
import styles from './conflict-card.module.css';
import type { FieldConflict } from './conflict-facts.ts';
import { compareTexts, type TextPiece } from './text-differences.ts';
import { isWritable, textOfField } from './text-of-field.ts';

interface FieldChoiceProps {
  conflict: FieldConflict;
  /** The chosen side; undefined while undecided. */
  side: Side | undefined;
  /** The merged text so far. */
  merged: string;
  onSide: (side: Side) => void;
  onWrite: (text: string) => void;
}

/** Shows both texts of a field side by side, and a third that the user may write from them. */
export function FieldChoice({ conflict, side, merged, onSide, onWrite }: FieldChoiceProps) {
  const { field, name } = conflict;
  const group = useId();
  const isOnlyMarkup = useMemo(() => field === 'content' && hasSameText(conflict), [field, conflict]);
  const [isSource, setIsSource] = useState(isOnlyMarkup);
  const texts = useMemo(() => compareField(conflict, isSource), [conflict, isSource]);
  const sideOf = (of: 'mine' | 'theirs', title: string) => (
    <label className={styles.side}>
      <span className={styles.sideHead}>
        <input type="radio" name={group} checked={side === of} onChange={() => onSide(of)} />
        {title}
      </span>
      <MarkedText pieces={texts[of]} isSource={isSource} />
    </label>
  );
  return (
    <fieldset className={styles.field}>
      <legend className={styles.legend}>{capitalize(name)}</legend>
      {isOnlyMarkup && <p className={styles.hint}>The text is the same; the HTML markup differs.</p>}
      <div className={styles.sides}>
        {sideOf('mine', 'Yours')}
        {sideOf('theirs', 'Theirs')}
      </div>
      <Cluster>
        {field === 'content' && (
          <Button size="sm" variant="quiet" aria-pressed={isSource} onClick={() => setIsSource(!isSource)}>
            Compare the HTML source
          </Button>
        )}
        {isWritable(field) && (
          <Button size="sm" variant="quiet" onClick={() => onSide('merged')}>
            Write a merged text
          </Button>
        )}
      </Cluster>
      {side === 'merged' && (
        <TextArea
          label={`Merged ${name}${field === 'content' ? ' (HTML)' : ''}`}
          className={field === 'content' ? styles.source : undefined}
          rows={field === 'content' ? 14 : 3}
          value={merged}
          onChange={({ target }) => onWrite(target.value)}
        />
      )}
    </fieldset>
  );
}

function hasSameText({ field, mine, theirs }: FieldConflict): boolean {
  return textOfField(field, mine) === textOfField(field, theirs);
}

function compareField({ field, mine, theirs }: FieldConflict, isSource: boolean) {
  if (isSource) return compareTexts(String(mine ?? ''), String(theirs ?? ''));
  return compareTexts(textOfField(field, mine), textOfField(field, theirs));
}

/** Differences are marked by colour and underline for sight, and by the element itself for screen readers. */
function MarkedText({ pieces, isSource }: { pieces: readonly TextPiece[]; isSource: boolean }) {
  return (
    <span className={isSource ? styles.source : styles.text} dir={isSource ? 'ltr' : 'auto'}>
      {pieces.map(({ at, text, differs }) => (differs ? <mark key={at}>{text}</mark> : text))}
    </span>
  );
}

function capitalize(name: string): string {
  return name.slice(0, 1).toUpperCase() + name.slice(1);
}
