import { useLayoutEffect, useRef } from 'react';
import { takeDrawnText } from './drawn-text.ts';
import styles from './lesson-text.module.css';
import { sanitizeLesson } from './sanitize-lesson.ts';

/** A lesson's text. Takes the room of a screen until it is there, so that nothing below jumps. */
export function LessonText({ html }: { html: string | null }) {
  const article = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const nodes = html === null ? [] : (takeDrawnText(html) ?? [sanitizeLesson(html)]);
    article.current?.replaceChildren(...nodes);
  }, [html]);
  return <div ref={article} className={styles.text} />;
}
