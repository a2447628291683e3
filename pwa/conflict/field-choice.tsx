import { useId, useMemo, useState } from 'react';
import { Button } from '../ui/controls/button.tsx';
import { TextArea } from '../ui/fields/text-area.tsx';
import { Cluster } from '../ui/layout/cluster.tsx';
import type { Side } from './choices.ts';
import styles from './conflict-card.module.css';
import type { FieldConflict } from './conflict-facts.ts';
import { compareTexts, type TextPiece } from './text-differences.ts';
import { textOfAnswers } from './text-of-answers.ts';
import { isHtml, isWritable, textOfField } from './text-of-field.ts';

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
  const isOnlyMarkup = useMemo(() => isHtml(field) && hasSameText(conflict), [field, conflict]);
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
        {isHtml(field) && (
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
          label={`Merged ${name}${isHtml(field) ? ' (HTML)' : ''}`}
          className={isHtml(field) ? styles.source : undefined}
          rows={isHtml(field) ? 14 : 3}
          value={merged}
          onChange={({ target }) => onWrite(target.value)}
        />
      )}
    </fieldset>
  );
}

function hasSameText(conflict: FieldConflict): boolean {
  return textOf(conflict, 'mine') === textOf(conflict, 'theirs');
}

function compareField(conflict: FieldConflict, isSource: boolean) {
  const { mine, theirs } = conflict;
  if (isSource) return compareTexts(String(mine ?? ''), String(theirs ?? ''));
  return compareTexts(textOf(conflict, 'mine'), textOf(conflict, 'theirs'));
}

function textOf({ field, partner, ...sides }: FieldConflict, side: 'mine' | 'theirs'): string {
  if (partner === undefined) return textOfField(field, sides[side]);
  return textOfAnswers({ choices: String(sides[side]), key: String(partner[side]) });
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
