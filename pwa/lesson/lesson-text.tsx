import { useLayoutEffect, useRef } from 'react';
import styles from './lesson-text.module.css';
import { sanitizeLesson } from './sanitize-lesson.ts';

/** A lesson's text. Takes the room of a screen until it is there, so that nothing below jumps. */
export function LessonText({ html }: { html: string | null }) {
  const article = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    article.current?.replaceChildren(...(html === null ? [] : [sanitizeLesson(html)]));
  }, [html]);
  return <div ref={article} className={styles.text} />;
}
