import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { forgetKnownUser, writeKnownUser } from '#pwa/store/database/known-user.ts';
import { alice } from '#pwa/testing/people.ts';
import { waitFor } from '#schema/testing/wait-for.ts';
import { DraftBook } from './draft-book.ts';
import { changeCourse } from './editor-draft.ts';
import { findUnsavedBook, guardBook } from './unsaved-books.ts';

let isFull = true;
const written = new Map<string, unknown>();
const write = async (id: string, value: unknown) => {
  if (isFull) throw new Error('No room');
  written.set(id, value);
};
const seen = { version: 1, title: 'Tides', fields: { title: 'Tides' } };
const closing = () => {
  const event = new Event('beforeunload', { cancelable: true });
  globalThis.dispatchEvent(event);
  return event.defaultPrevented;
};

function openBook(): DraftBook {
  const book = new DraftBook({ courseId: 'c1', rows: [], write });
  guardBook('alice c1', book);
  return book;
}

beforeEach(() => {
  vi.useFakeTimers();
  isFull = true;
  written.clear();
});
afterEach(() => {
  vi.useRealTimers();
});

it('an unsaved book is retained, warns before the tab is closed, and is retried until there is space', async () => {
  const book = openBook();
  book.change((drafts) => changeCourse(drafts, seen, { title: 'Ebb' }));
  await waitFor(() => expect(findUnsavedBook('alice c1')).toBe(book));
  expect(closing()).toBe(true);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(findUnsavedBook('alice c1')).toBe(book);
  isFull = false;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(findUnsavedBook('alice c1')).toBeNull();
  expect([...written.keys()]).toEqual(['editor/c1/course']);
  expect(closing()).toBe(false);
});

it('an unsaved book is dropped when its user signs out', async () => {
  writeKnownUser(alice);
  const book = openBook();
  book.change((drafts) => changeCourse(drafts, seen, { title: 'Ebb' }));
  await waitFor(() => expect(closing()).toBe(true));
  forgetKnownUser();
  expect(findUnsavedBook('alice c1')).toBeNull();
  expect(closing()).toBe(false);
});
