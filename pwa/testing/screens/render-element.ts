import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { onTestFinished } from 'vitest';
import { guardTranslatedPage } from '#pwa/app/start/guard-translated-page.ts';

// As at the start of the app.
guardTranslatedPage();

/** Renders an element in the page until the test ends, or until the returned function is called. */
export function renderElement(element: ReactNode): () => void {
  const container = document.body.appendChild(document.createElement('div'));
  const root = createRoot(container);
  const remove = () => {
    root.unmount();
    container.remove();
  };
  onTestFinished(remove);
  flushSync(() => root.render(element));
  return remove;
}
