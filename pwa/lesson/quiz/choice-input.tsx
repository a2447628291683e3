import type { KeyboardEvent } from 'react';
import { isRightToLeft } from '#pwa/lesson/text/text-direction.ts';
import { classNames } from '#pwa/ui/class-names.ts';
import fieldStyles from '#pwa/ui/fields/field.module.css';
import { readChoices, readKey } from '#schema/quizzes/question-content.ts';
import { shuffleBy } from '#schema/quizzes/shuffle.ts';
import type { AnswerInputProps } from './answer-input-props.ts';
import styles from './question-card.module.css';

/** The choices of a question, in the order of the attempt. The keys 1 to 9 choose the row of that number. */
export function ChoiceInput({
  question,
  attemptId,
  labelledBy,
  answer,
  isLocked,
  onChange,
}: AnswerInputProps) {
  const choices = shuffleBy(attemptId, readChoices(question));
  const right = new Set(isLocked ? readKey(question)?.right : []);
  const isSeveral = question.kind === 'several';
  const chosen = new Set(typeof answer === 'string' ? [answer] : (answer ?? []).flat());
  const choose = (id: string) => {
    if (!isSeveral) return onChange(id);
    return onChange(choices.map((one) => one.id).filter((one) => chosen.has(one) !== (one === id)));
  };
  const chooseByNumber = (event: KeyboardEvent) => {
    const choice = choices[Number(event.key) - 1];
    if (choice === undefined || isLocked || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    choose(choice.id);
    event.currentTarget.querySelector<HTMLElement>(`input[value="${choice.id}"]`)?.focus();
  };
  return (
    <fieldset
      className={styles.choices}
      dir={isRightToLeft(choices[0]?.text ?? '') ? 'rtl' : undefined}
      aria-labelledby={labelledBy}
      onKeyDown={chooseByNumber}
    >
      {choices.map(({ id, text }) => (
        <label
          key={id}
          className={classNames(fieldStyles.checkbox, styles.choice)}
          data-mark={markOf(isLocked, chosen.has(id), right.has(id))}
        >
          <input
            type={isSeveral ? 'checkbox' : 'radio'}
            name={labelledBy}
            value={id}
            checked={chosen.has(id)}
            aria-disabled={isLocked || undefined}
            onChange={() => {
              if (!isLocked) choose(id);
            }}
          />
          <span dir="auto">{text}</span>
          {isLocked && right.has(id) && <span className={styles.mark}>Right</span>}
          {isLocked && chosen.has(id) && !right.has(id) && <span className={styles.mark}>Not right</span>}
        </label>
      ))}
    </fieldset>
  );
}

function markOf(isLocked: boolean, isChosen: boolean, isRight: boolean) {
  if (!isLocked) return undefined;
  if (isRight) return 'right';
  return isChosen ? 'wrong' : undefined;
}
