import { useState } from 'react';
import { sanitizeLesson } from '#pwa/lesson/text/sanitize-lesson.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { Chip } from '#pwa/ui/display/chip.tsx';
import { Stroke } from '#pwa/ui/display/icons.tsx';
import menuStyles from '#pwa/ui/overlays/menu.module.css';
import { Menu } from '#pwa/ui/overlays/menu.tsx';
import type { QuestionKind, QuizUse } from '#schema/quizzes/question-kind.ts';
import type { Question } from '#schema/quizzes/quiz.ts';
import { MoveButtons, moveByKeys } from '../kit/move-buttons.tsx';
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
  index: number;
  count: number;
  isUnsaved: boolean;
  onOpen: () => void;
  onMove: (to: number) => void;
  onDuplicate: () => void;
  onDelete: () => void;
}

/** A closed question with its actions; it moves by its buttons, and on *Edit* by Alt with an arrow key. */
export function QuestionLine({ question, use, index, count, isUnsaved, ...on }: QuestionLineProps) {
  const [isTrying, setIsTrying] = useState(false);
  const name = `question ${index + 1}`;
  const editId = `edit-${question.id}`;
  const moving = { place: { index, first: 0, last: count - 1 }, onMove: on.onMove };
  const rare = [
    { label: 'Try it', act: () => setIsTrying(true) },
    { label: 'Duplicate', act: on.onDuplicate },
    { label: 'Delete', act: on.onDelete },
  ];
  return (
    <div className={styles.question}>
      <p className={styles.prompt} dir="auto">
        {index + 1}. {promptText(question.prompt)}
      </p>
      <div className={styles.actions}>
        <span className={styles.kind}>
          {kindNames[question.kind]} {isUnsaved && <Chip tone="wait">not saved</Chip>}
        </span>
        <Button id={editId} variant="quiet" onClick={on.onOpen} onKeyDown={moveByKeys(moving, editId)}>
          Edit<span className="visually-hidden"> {name}</span>
        </Button>
        <MoveButtons id={question.id} name={name} {...moving} />
        <Menu label={`More for ${name}`} face={<MoreIcon />}>
          {(close) =>
            rare.map(({ label, act }) => (
              <button
                key={label}
                type="button"
                className={menuStyles.item}
                onClick={() => {
                  close();
                  act();
                }}
              >
                {label}
                <span className="visually-hidden"> {name}</span>
              </button>
            ))
          }
        </Menu>
      </div>
      {isTrying && <TryQuestion question={question} use={use} onClose={() => setIsTrying(false)} />}
    </div>
  );
}

function MoreIcon() {
  return (
    <Stroke>
      <path d="M4.5 10h.01M10 10h.01M15.5 10h.01" strokeWidth="2.5" />
    </Stroke>
  );
}

/** The words of a prompt; a picture has none. */
export function promptText(html: string): string {
  return sanitizeLesson(html).textContent?.trim() || 'A picture';
}
