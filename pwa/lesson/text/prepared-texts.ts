import { whenIdle } from '#pwa/device/when-idle.ts';
import { sanitizeLesson } from './sanitize-lesson.ts';

/*
 * Texts that are likely to be shown next, sanitised while the page is idle. They are found by their exact
 * source text, so a changed text is sanitised again. Their nodes belong to no page yet: nothing of them loads.
 */
let prepared = new Map<string, DocumentFragment>();
let stop = () => {};

/** Prepares these texts, one at each idle moment and the first one first, and drops all others. */
export function prepareTexts(texts: readonly string[]): void {
  stop();
  prepared = new Map([...prepared].filter(([html]) => texts.includes(html)));
  prepareNext(texts.filter((html) => !prepared.has(html)));
}

function prepareNext([html, ...rest]: readonly string[]): void {
  if (html === undefined) return;
  stop = whenIdle(() => {
    prepared.set(html, sanitizeLesson(html));
    prepareNext(rest);
  });
}

/** Returns the nodes of a prepared text once: from then on they are in the page. */
export function takePreparedText(html: string): DocumentFragment | null {
  const nodes = prepared.get(html) ?? null;
  prepared.delete(html);
  return nodes;
}
