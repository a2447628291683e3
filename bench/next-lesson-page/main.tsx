import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import './window.ts';

/** The barest page that turns a lesson: its text is in memory, and React replaces it. */
const root = createRoot(document.body.appendChild(document.createElement('div')));

window.turnLesson = (html) =>
  new Promise((resolve) => {
    const startMs = performance.now();
    // biome-ignore lint/security/noDangerouslySetInnerHtml: the baseline is the simplest page that shows a lesson
    flushSync(() => root.render(<article dangerouslySetInnerHTML={{ __html: html }} />));
    requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - startMs)));
  });
