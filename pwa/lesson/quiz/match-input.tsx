import { useId } from 'react';
import { isRightToLeft } from '#pwa/lesson/text/text-direction.ts';
import { classNames } from '#pwa/ui/class-names.ts';
import fieldStyles from '#pwa/ui/fields/field.module.css';
import { readChoices } from '#schema/quizzes/question-content.ts';
import { shuffleBy } from '#schema/quizzes/shuffle.ts';
import type { AnswerInputProps } from './answer-input-props.ts';
import styles from './question-card.module.css';

/** Each left side with a list of the right sides: both in the order of the attempt. */
export function MatchInput({
  question,
  attemptId,
  labelledBy,
  answer,
  isLocked,
  onChange,
}: AnswerInputProps) {
  const id = useId();
  const choices = shuffleBy(attemptId, readChoices(question));
  const right = choices.filter(({ side }) => side === 'right');
  const given = new Map<string, string>();
  if (Array.isArray(answer)) for (const pair of answer) if (Array.isArray(pair)) given.set(pair[0], pair[1]);
  const choose = (leftId: string, rightId: string) => {
    const others = [...given].filter(([one]) => one !== leftId);
    onChange(rightId === '' ? others : [...others, [leftId, rightId]]);
  };
  return (
    <fieldset
      className={styles.choices}
      dir={isRightToLeft(choices[0]?.text ?? '') ? 'rtl' : undefined}
      aria-labelledby={labelledBy}
    >
      {choices
        .filter(({ side }) => side === 'left')
        .map((left) => (
          <div key={left.id} className={styles.pair}>
            <label htmlFor={`${id}-${left.id}`} dir="auto">
              {left.text}
            </label>
            <select
              id={`${id}-${left.id}`}
              className={classNames(fieldStyles.input, styles.typed)}
              disabled={isLocked}
              value={given.get(left.id) ?? ''}
              onChange={({ target }) => choose(left.id, target.value)}
            >
              <option value="">Choose</option>
              {right.map((one) => (
                <option key={one.id} value={one.id}>
                  {one.text}
                </option>
              ))}
            </select>
          </div>
        ))}
    </fieldset>
  );
}
