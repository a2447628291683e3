import { useLayoutEffect, useRef, useState } from 'react';
import { Notice } from '../../ui/notice.tsx';
import styles from './lesson-text.module.css';

type Sanitize = (html: string) => DocumentFragment;

// Asked for with the screen itself, so that it is there when the store has answered.
let sanitizeNow: Sanitize | null = null;
const loading: Promise<Sanitize | null> = import('./sanitize-lesson.ts').then(
  (module) => {
    sanitizeNow = module.sanitizeLesson;
    return sanitizeNow;
  },
  () => null,
);

/** A lesson's text. Takes the room of a screen until it is there, so that nothing below jumps. */
export function LessonText({ html }: { html: string | null }) {
  const article = useRef<HTMLDivElement>(null);
  const [isBroken, setBroken] = useState(false);

  useLayoutEffect(() => {
    if (html === null) {
      article.current?.replaceChildren();
      return;
    }
    let isCurrent = true;
    const show = (sanitize: Sanitize | null) => {
      if (!isCurrent) return;
      if (sanitize === null) setBroken(true);
      else article.current?.replaceChildren(sanitize(html));
    };
    if (sanitizeNow === null) void loading.then(show);
    else show(sanitizeNow);
    return () => {
      isCurrent = false;
    };
  }, [html]);

  return (
    <>
      {isBroken && (
        <Notice tone="bad" title="This text cannot be shown right now">
          A part of the app did not load. The text is kept on this device; reload the page to see it.
        </Notice>
      )}
      <div ref={article} className={styles.text} />
    </>
  );
}
