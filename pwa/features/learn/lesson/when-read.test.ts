import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { READ_MS, whenRead } from './when-read.ts';

let visibilityState: DocumentVisibilityState;
let page: EventTarget & { scrollY: number };

beforeEach(() => {
  vi.useFakeTimers();
  visibilityState = 'visible';
  page = Object.assign(new EventTarget(), { scrollY: 0 });
  vi.stubGlobal('document', {
    documentElement: { scrollHeight: 3_000, clientHeight: 1_000 },
    get visibilityState() {
      return visibilityState;
    },
  });
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
  vi.stubGlobal('scrollY', 0);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function scrollTo(y: number): void {
  vi.stubGlobal('scrollY', y);
  page.dispatchEvent(new Event('scroll'));
}

describe('a lesson that is opened', () => {
  it('is begun after 20 s on the screen, not in another tab', () => {
    const onRead = vi.fn();
    whenRead(onRead);
    vi.advanceTimersByTime(READ_MS - 1_000);
    visibilityState = 'hidden';
    vi.advanceTimersByTime(10 * READ_MS);
    expect(onRead).not.toHaveBeenCalled();
    visibilityState = 'visible';
    vi.advanceTimersByTime(1_000);
    expect(onRead).toHaveBeenCalledOnce();
  });

  it('is begun at the middle of its page, once', () => {
    const onRead = vi.fn();
    whenRead(onRead);
    scrollTo(999);
    expect(onRead).not.toHaveBeenCalled();
    scrollTo(1_000);
    scrollTo(1_500);
    vi.advanceTimersByTime(2 * READ_MS);
    expect(onRead).toHaveBeenCalledOnce();
  });

  it('is not begun after it was left', () => {
    const onRead = vi.fn();
    whenRead(onRead)();
    scrollTo(2_000);
    vi.advanceTimersByTime(2 * READ_MS);
    expect(onRead).not.toHaveBeenCalled();
  });
});
