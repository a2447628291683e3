import { type KeyboardEvent, useState } from 'react';
import { sanitizeLesson } from '#pwa/lesson/text/sanitize-lesson.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { IconButton } from '#pwa/ui/controls/icon-button.tsx';
import { Chip } from '#pwa/ui/display/chip.tsx';
import { Stroke } from '#pwa/ui/display/icons.tsx';
import { Cluster } from '#pwa/ui/layout/cluster.tsx';
import type { QuestionKind, QuizUse } from '#schema/quizzes/question-kind.ts';
import type { Question } from '#schema/quizzes/quiz.ts';
import { focusSoon } from '../kit/focus-soon.ts';
import styles from './question-editor.module.css';
import { TryQuestion } from './try-question.tsx';

export const kindNames: Readonly<Record<QuestionKind, string>> = {
  one: 'One right choice',
  several: 'Several right choices',
  text: 'Short text',
  number: 'Number',
  match: 'Match pairs',
  order: 'Put in order',
  open: 'Open question',
};

interface QuestionLineProps {
  question: Question;
  use: QuizUse;
  place: { readonly at: number; readonly count: number };
  isUnsaved: boolean;
  onOpen: () => void;
  onMove: (to: number) => void;
  onDuplicate: () => void;
  onDelete: () => void;
}

/** A closed question with its actions; it moves by its buttons, and on *Edit* by Alt with an arrow key. */
export function QuestionLine({ question, use, place, isUnsaved, ...on }: QuestionLineProps) {
  const { at, count } = place;
  const [isTrying, setIsTrying] = useState(false);
  const number = at + 1;
  const of = <span className="visually-hidden"> question {number}</span>;
  const move = (by: number, focusId: string) => {
    if (at + by < 0 || at + by >= count) return;
    on.onMove(at + by);
    // The browser drops the focus of an element that is moved in the page.
    focusSoon(focusId, { block: 'nearest' });
  };
  const editId = `edit-${question.id}`;
  const onKey = (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    move(event.key === 'ArrowUp' ? -1 : 1, editId);
  };
  return (
    <Cluster>
      <span className={styles.question} dir="auto">
        {number}. {promptText(question.prompt)}
      </span>
      <Chip>{kindNames[question.kind]}</Chip>
      {isUnsaved && <Chip tone="wait">not saved</Chip>}
      <Cluster gap={1}>
        <Button id={editId} variant="quiet" onClick={on.onOpen} onKeyDown={onKey}>
          Edit{of}
        </Button>
        <Button variant="quiet" onClick={() => setIsTrying(true)}>
          Try it<span className="visually-hidden">: question {number}</span>
        </Button>
        <Button variant="quiet" onClick={on.onDuplicate}>
          Duplicate{of}
        </Button>
        <MoveButton {...{ question, number }} direction="up" isEnd={at === 0} onMove={move} />
        <MoveButton {...{ question, number }} direction="down" isEnd={number === count} onMove={move} />
        <Button variant="danger" onClick={on.onDelete}>
          Delete{of}
        </Button>
      </Cluster>
      {isTrying && <TryQuestion question={question} use={use} onClose={() => setIsTrying(false)} />}
    </Cluster>
  );
}

interface MoveButtonProps {
  question: Question;
  number: number;
  direction: 'up' | 'down';
  isEnd: boolean;
  onMove: (by: number, focusId: string) => void;
}

function MoveButton({ question, number, direction, isEnd, onMove }: MoveButtonProps) {
  const id = `move-${direction}-${question.id}`;
  // At the end it does nothing but stays focusable: a disabled button would lose the focus.
  return (
    <IconButton
      id={id}
      label={`Move question ${number} ${direction}`}
      aria-disabled={isEnd || undefined}
      onClick={() => onMove(direction === 'up' ? -1 : 1, id)}
    >
      <Stroke>
        <path d={direction === 'up' ? 'm5 12 5-5 5 5' : 'm5 8 5 5 5-5'} />
      </Stroke>
    </IconButton>
  );
}

/** The words of a prompt; a picture has none. */
export function promptText(html: string): string {
  return sanitizeLesson(html).textContent?.trim() || 'A picture';
}
