const FIELDS = 'input, textarea, select, [contenteditable="true"], [contenteditable=""]';
/** Elements with arrow keys of their own. */
const ARROW_KEYS = 'video, audio, [role="tablist"], [role="slider"], [role="toolbar"], [role="radiogroup"]';

/** Whether a single key is the app's: not a letter of a text, nor a key of the element that has the focus. */
export function isFreeKey(combination: string, target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return true;
  if (target.closest(FIELDS) !== null) return false;
  if (!combination.startsWith('Arrow')) return true;
  return target.closest(ARROW_KEYS) === null && !scrollsSideways(target);
}

/** Whether the arrow keys scroll the element, one around it, or the page. */
function scrollsSideways(target: Element): boolean {
  for (let element: Element | null = target; element !== null; element = element.parentElement) {
    if (element.scrollWidth <= element.clientWidth) continue;
    if (element === document.documentElement) return true;
    if (/auto|scroll/.test(getComputedStyle(element).overflowX)) return true;
  }
  return false;
}
