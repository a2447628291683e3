import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import styles from './lesson-text.module.css';
import { takePreparedText } from './prepared-texts.ts';
import { takePrerenderedText } from './prerendered-text.ts';
import { sanitizeLesson } from './sanitize-lesson.ts';

/** A lesson's text. Takes up the height of a screen until it is loaded, so that nothing below moves. */
export function LessonText({ html }: { html: string | null }) {
  const article = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const nodes = html === null ? [] : (takePrerenderedText(html) ?? [nodesOf(html)]);
    article.current?.replaceChildren(...nodes);
  }, [html]);
  useFoundText(article, html);
  return <div ref={article} className={styles.text} />;
}

/** Sanitised ahead, or now. */
function nodesOf(html: string): DocumentFragment {
  return takePreparedText(html) ?? sanitizeLesson(html);
}

/**
 * Scrolls to the match after a navigation from the search; going back restores the scroll position instead.
 */
function useFoundText(article: { readonly current: HTMLElement | null }, html: string | null): void {
  const { state } = useLocation();
  const isNew = useNavigationType() === 'PUSH';
  const found = isNew && state instanceof Object && 'find' in state ? state.find : null;
  useEffect(() => {
    if (html === null || typeof found !== 'string') return;
    let isOver = false;
    let forget = () => {};
    const show = async () => {
      const { highlightTerm } = await import('#pwa/search/highlight-term.ts');
      if (!isOver && article.current !== null) forget = highlightTerm(article.current, found);
    };
    // Without this code, the lesson is shown from its top.
    show().catch(() => undefined);
    return () => {
      isOver = true;
      forget();
    };
  }, [article, html, found]);
}
