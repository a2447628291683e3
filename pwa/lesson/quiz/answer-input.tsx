import { classNames } from '#pwa/ui/class-names.ts';
import fieldStyles from '#pwa/ui/fields/field.module.css';
import { ANSWER_MAX_CHARACTERS } from '#schema/limits.ts';
import type { Answer } from '#schema/quizzes/attempt.ts';
import { readChoices } from '#schema/quizzes/question-content.ts';
import { shuffleBy } from '#schema/quizzes/shuffle.ts';
import type { AnswerInputProps, AskedQuestion } from './answer-input-props.ts';
import { ChoiceInput } from './choice-input.tsx';
import { MatchInput } from './match-input.tsx';
import { OrderInput } from './order-input.tsx';
import styles from './question-card.module.css';

/** The input of an answer, by the kind of its question. */
export function AnswerInput(props: AnswerInputProps) {
  const { question, labelledBy, answer, isLocked, onChange } = props;
  switch (question.kind) {
    case 'one':
    case 'several':
      return <ChoiceInput {...props} />;
    case 'match':
      return <MatchInput {...props} />;
    case 'order':
      return <OrderInput {...props} />;
    case 'open':
      return (
        <textarea
          className={classNames(fieldStyles.input, styles.typed)}
          dir="auto"
          rows={5}
          maxLength={ANSWER_MAX_CHARACTERS}
          aria-labelledby={labelledBy}
          readOnly={isLocked}
          value={typeof answer === 'string' ? answer : ''}
          onChange={({ target }) => onChange(target.value)}
        />
      );
    case 'text':
    case 'number':
      return (
        <input
          className={classNames(fieldStyles.input, styles.typed)}
          dir="auto"
          autoComplete="off"
          inputMode={question.kind === 'number' ? 'decimal' : undefined}
          maxLength={ANSWER_MAX_CHARACTERS}
          aria-labelledby={labelledBy}
          readOnly={isLocked}
          value={typeof answer === 'string' ? answer : ''}
          onChange={({ target }) => onChange(target.value)}
        />
      );
  }
}

/** What an untouched question says: the lines of an order lie in some order from the start. */
export const firstAnswer = (question: AskedQuestion, attemptId: string): Answer | null =>
  question.kind === 'order' ? shuffleBy(attemptId, readChoices(question)).map(({ id }) => id) : null;

/** The answer, if all of it was given; otherwise null. */
export function wholeAnswer(question: AskedQuestion, answer: Answer | null): Answer | null {
  if (answer === null) return null;
  if (typeof answer === 'string') return answer.trim() === '' ? null : answer;
  const left = readChoices(question).filter(({ side }) => side === 'left');
  return answer.length < Math.max(1, left.length) ? null : answer;
}
