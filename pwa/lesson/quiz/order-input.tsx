import { useEffect, useRef } from 'react';
import { isRightToLeft } from '#pwa/lesson/text/text-direction.ts';
import { IconButton } from '#pwa/ui/controls/icon-button.tsx';
import { Stroke } from '#pwa/ui/display/icons.tsx';
import { readChoices } from '#schema/quizzes/question-content.ts';
import type { AnswerInputProps } from './answer-input-props.ts';
import styles from './question-card.module.css';

/** Lines that are moved up and down. */
export function OrderInput({ question, labelledBy, answer, isLocked, onChange }: AnswerInputProps) {
  const texts = new Map(readChoices(question).map(({ id, text }) => [id, text]));
  const ids = Array.isArray(answer) ? answer.filter((id) => typeof id === 'string') : [];
  const list = useRef<HTMLOListElement>(null);
  const moved = useRef<string | null>(null);
  const move = (at: number, by: number, name: string) => {
    const id = ids[at];
    if (id === undefined || at + by < 0 || at + by >= ids.length) return;
    moved.current = `${name} ${id}`;
    onChange(ids.toSpliced(at, 1).toSpliced(at + by, 0, id));
  };
  // The browser drops the focus of an element that is moved in the page.
  useEffect(() => {
    if (moved.current === null) return;
    list.current?.querySelector<HTMLElement>(`[data-move="${moved.current}"]`)?.focus();
    moved.current = null;
  });
  return (
    <ol
      ref={list}
      className={styles.lines}
      dir={isRightToLeft(texts.get(ids[0] ?? '') ?? '') ? 'rtl' : undefined}
      aria-labelledby={labelledBy}
    >
      {ids.map((id, at) => {
        const text = texts.get(id) ?? '';
        return (
          <li key={id} className={styles.choice}>
            <span dir="auto">{text}</span>
            {!isLocked && (
              <>
                <IconButton
                  label={`Move “${text}” up`}
                  data-move={`up ${id}`}
                  aria-disabled={at === 0 || undefined}
                  onClick={() => move(at, -1, 'up')}
                >
                  <Stroke>
                    <path d="m5 12 5-5 5 5" />
                  </Stroke>
                </IconButton>
                <IconButton
                  label={`Move “${text}” down`}
                  data-move={`down ${id}`}
                  aria-disabled={at === ids.length - 1 || undefined}
                  onClick={() => move(at, 1, 'down')}
                >
                  <Stroke>
                    <path d="m5 8 5 5 5-5" />
                  </Stroke>
                </IconButton>
              </>
            )}
          </li>
        );
      })}
    </ol>
  );
}
