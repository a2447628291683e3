import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { InView } from './in-view.ts';

/** Reports what crosses the line, as the browser does. */
let report: (isIntersecting: boolean, ...targets: object[]) => void;

beforeEach(() => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(note: (entries: object[]) => void) {
        report = (isIntersecting, ...targets) => note(targets.map((target) => ({ target, isIntersecting })));
      }
      observe() {}
      unobserve() {}
    },
  );
});
afterEach(() => vi.unstubAllGlobals());

function partsOf(inView: InView) {
  const lesson = { contains: () => false };
  const module = { contains: (other: object) => other === lesson };
  // The observer only passes elements on.
  const observe = (part: object, id: string) => Reflect.apply(inView.observe, inView, [part, id]);
  return { module, lesson, stopModule: observe(module, 'module'), stopLesson: observe(lesson, 'lesson') };
}

it('the part in view is the innermost at the line, and stays so until another one is there', () => {
  const inView = new InView();
  const { module, lesson } = partsOf(inView);
  expect(inView.current.get()).toBeNull();
  report(true, lesson, module);
  expect(inView.current.get()).toBe('lesson');
  report(false, lesson);
  expect(inView.current.get()).toBe('module');
  report(false, module);
  expect(inView.current.get()).toBe('module');
});

it('a part that is no longer on the page does not hide the others', () => {
  const inView = new InView();
  const { module, lesson, stopLesson } = partsOf(inView);
  report(true, lesson);
  stopLesson();
  report(true, module);
  expect(inView.current.get()).toBe('module');
});
