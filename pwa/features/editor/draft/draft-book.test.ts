import { afterEach, describe, expect, it, vi } from 'vitest';
import { UserFacingError } from '#schema/messages/user-facing-error.ts';
import { DraftBook } from './draft-book.ts';
import { changeCourse, changeLesson, markLesson, noDrafts } from './editor-draft.ts';

const tides = { version: 3, title: 'Tides', fields: { title: 'Tides' } };
const ebb = { id: 'l1', moduleId: 'm1', version: 2, title: 'Ebb', fields: { title: 'Ebb' } };
const updatedAt = '2026-11-21T14:05:00.000Z';

/** A draft book whose device is a `Map`. */
function openBook(stored = new Map<string, unknown>()) {
  const rows = [...stored].map(([id, value]) => ({ id, value, updatedAt, v: 1 }));
  const write = async (id: string, value: unknown) => {
    if (value === null) stored.delete(id);
    else stored.set(id, structuredClone(value));
  };
  return { stored, book: new DraftBook({ courseId: 'c1', rows, write }) };
}

const rename = (book: DraftBook, title: string) =>
  book.change((drafts) => changeCourse(drafts, tides, { title }), 'course/title');

afterEach(() => vi.useRealTimers());

describe('a draft book', () => {
  it('stores each record in its own row, and removes the row when its last change is reverted', async () => {
    const { book, stored } = openBook();
    rename(book, 'The tides');
    book.change((drafts) => changeLesson(drafts, ebb, { title: 'Ebbs' }));
    await book.flush();
    expect([...stored.keys()].sort()).toEqual(['editor/c1/course', 'editor/c1/lesson/l1']);
    rename(book, 'Tides');
    await book.flush();
    expect([...stored.keys()]).toEqual(['editor/c1/lesson/l1']);
  });

  it('writes one row per keystroke, however many other records have drafts', async () => {
    const stored = new Map<string, unknown>();
    const written: string[] = [];
    const book = new DraftBook({
      courseId: 'c1',
      rows: [],
      write: async (id, value) => {
        written.push(id);
        stored.set(id, value);
      },
    });
    for (let at = 0; at < 50; at += 1)
      book.change((drafts) => changeLesson(drafts, { ...ebb, id: `l${at}` }, { title: 'Ebbs' }));
    await book.flush();
    written.length = 0;
    book.change((drafts) => changeLesson(drafts, { ...ebb, id: 'l7' }, { title: 'Ebbs and floods' }));
    await book.flush();
    expect(written).toEqual(['editor/c1/lesson/l7']);
    expect(stored.size).toBe(50);
  });

  it('finds the record that was edited last in an earlier visit', () => {
    const draft = {
      version: 2,
      title: 'Ebb',
      moduleId: 'm1',
      base: { title: 'Ebb' },
      changes: { title: 'E' },
    };
    const row = (id: string, at: string) => ({ id, value: draft, updatedAt: at, v: 1 });
    const rows = [
      row('editor/c1/lesson/l2', '2026-11-21T14:06:00.000Z'),
      row('editor/c1/lesson/l1', '2026-11-21T14:05:00.000Z'),
    ];
    const write = async () => undefined;
    expect(new DraftBook({ courseId: 'c1', rows, write }).lastEditedId).toBe('l2');
    expect(new DraftBook({ courseId: 'c1', rows: [], write }).lastEditedId).toBeNull();
  });

  it('restores the drafts of an earlier visit and reports when they were written', async () => {
    const { book, stored } = openBook();
    rename(book, 'The tides');
    await book.flush();
    const again = openBook(stored).book.state.get();
    expect(again).toMatchObject({ isDirty: true, restoredFrom: updatedAt, canUndo: false });
    expect(again.drafts).toEqual(book.state.get().drafts);
  });

  it('flushes pending text before it undoes, and counts each replacement of drafts as a jump', () => {
    const { book } = openBook();
    rename(book, 'The tides');
    let pending: string | null = 'The tides, typed on';
    book.onFlush(() => {
      if (pending !== null) book.change((drafts) => changeLesson(drafts, ebb, { title: 'Ebbs' }));
      pending = null;
    });
    const { jumps } = book.state.get();
    book.undo();
    expect(book.state.get().drafts).toMatchObject({
      course: { changes: { title: 'The tides' } },
      lessons: {},
    });
    expect(book.state.get().jumps).toBe(jumps + 1);
    book.redo();
    book.replaceDrafts((drafts) => changeLesson(drafts, ebb, { title: 'Restored' }));
    expect(book.state.get().jumps).toBe(jumps + 3);
    book.undo();
    expect(book.state.get().drafts.lessons.l1?.changes.title).toBe('Ebbs');
  });

  it('leaves a row that it cannot read unchanged', async () => {
    const { book, stored } = openBook(new Map([['editor/c1/lesson/l9', { from: 'the future' }]]));
    expect(book.state.get()).toMatchObject({ isDirty: false, restoredFrom: null });
    rename(book, 'The tides');
    await book.flush();
    expect(stored.has('editor/c1/lesson/l9')).toBe(true);
  });

  it('undoes continuous typing as one step, and text typed after a pause as another', () => {
    vi.useFakeTimers();
    const { book } = openBook();
    rename(book, 'Tides a');
    rename(book, 'Tides an');
    vi.advanceTimersByTime(10_000);
    rename(book, 'Tides and');
    book.undo();
    expect(book.state.get().drafts.course?.changes.title).toBe('Tides an');
    book.undo();
    expect(book.state.get()).toMatchObject({ isDirty: false, canUndo: false, canRedo: true });
    book.redo();
    book.redo();
    expect(book.state.get().drafts.course?.changes.title).toBe('Tides and');
  });

  describe('for a field that shows its typed text', () => {
    const type = (book: DraftBook, title: string) =>
      book.change((drafts) => changeCourse(drafts, tides, { title }), 'course/title', { isShown: true });
    const count = (book: DraftBook) => {
      const notices = { count: 0 };
      book.state.subscribe(() => {
        notices.count += 1;
      });
      return notices;
    };

    it('notifies subscribers of the first key of a step at once and of the next ones together', () => {
      vi.useFakeTimers();
      const { book } = openBook();
      const notices = count(book);
      type(book, 'Tides a');
      expect(notices.count).toBe(1);
      type(book, 'Tides an');
      type(book, 'Tides and');
      expect(notices.count).toBe(1);
      expect(book.state.get().drafts.course?.changes.title).toBe('Tides and');
      vi.advanceTimersByTime(1_000);
      expect(notices.count).toBe(2);
    });

    it('writes the first key at once and the next ones together, at the latest on flush', async () => {
      vi.useFakeTimers();
      const written: unknown[] = [];
      const write = async (_: string, value: unknown) => {
        written.push(value);
      };
      const book = new DraftBook({ courseId: 'c1', rows: [], write });
      const titles = () => written.map((value) => Object(value).changes.title);
      type(book, 'Tides a');
      await vi.advanceTimersByTimeAsync(90);
      type(book, 'Tides an');
      await vi.advanceTimersByTimeAsync(90);
      type(book, 'Tides and');
      expect(titles()).toEqual(['Tides a']);
      expect(book.saveState.get().kind).toBe('saving');
      await vi.advanceTimersByTimeAsync(1_000);
      expect(titles()).toEqual(['Tides a', 'Tides and']);
      expect(book.saveState.get().kind).toBe('saved');
      type(book, 'Tides and moon');
      await book.flush();
      expect(titles().at(-1)).toBe('Tides and moon');
    });

    it('notifies subscribers once a second during continuous typing', () => {
      vi.useFakeTimers();
      const { book } = openBook();
      const notices = count(book);
      for (let key = 0; key < 40; key += 1) {
        type(book, `Tides ${'a'.repeat(key)}`);
        vi.advanceTimersByTime(90);
      }
      expect(notices.count).toBe(4);
    });

    it('notifies of earlier keys with any other change, and only once', () => {
      vi.useFakeTimers();
      const { book } = openBook();
      const notices = count(book);
      type(book, 'Tides a');
      type(book, 'Tides an');
      book.undo();
      expect(notices.count).toBe(2);
      vi.advanceTimersByTime(1_000);
      expect(notices.count).toBe(2);
    });

    it('notifies only subscribers of the save state of a write', async () => {
      const { book, stored } = openBook();
      const notices = count(book);
      const kinds: string[] = [];
      book.saveState.subscribe(() => kinds.push(book.saveState.get().kind));
      type(book, 'Tides a');
      await book.flush();
      expect(kinds).toEqual(['saving', 'saved']);
      expect(notices.count).toBe(1);
      expect(stored.size).toBe(1);
    });
  });

  it('restores discarded drafts, on the device too', async () => {
    const { book, stored } = openBook();
    rename(book, 'The tides');
    book.discard();
    await book.flush();
    expect(stored.size).toBe(0);
    book.undo();
    await book.flush();
    expect(stored.has('editor/c1/course')).toBe(true);
  });

  it('shows drafts handed to the outbox until they are read back, and retains later changes', async () => {
    const { book, stored } = openBook();
    book.change((drafts) => markLesson(drafts, ebb, true));
    rename(book, 'The tides');
    await book.flush();
    const taken = book.state.get().drafts;
    stored.clear();
    rename(book, 'The tides!');
    book.leave(taken, ['delete', 'rename']);
    expect(book.state.get()).toMatchObject({ isDirty: true, canUndo: false, leaving: taken });
    await book.flush();
    expect(stored.get('editor/c1/course')).toMatchObject({ base: { title: 'The tides' } });
    expect([...stored.keys()]).toEqual(['editor/c1/course']);
    book.noteRead(new Set(['delete']));
    expect(book.state.get().leaving).toBe(taken);
    book.noteRead(new Set(['delete', 'rename', 'another']));
    expect(book.state.get().leaving).toEqual(noDrafts);
  });

  it('shows the drafts of a second save until they are read back, whatever becomes of the first', () => {
    const { book } = openBook();
    rename(book, 'One');
    const first = book.state.get().drafts;
    book.leave(first, ['one']);
    rename(book, 'Two');
    const second = book.state.get().drafts;
    book.leave(second, ['two']);
    book.arrive(first);
    book.noteRead(new Set(['one']));
    expect(book.state.get().leaving).toBe(second);
    book.arrive(second);
    expect(book.state.get().leaving).toEqual(noDrafts);
  });

  it('does not restore as a draft a change that was handed to the outbox before it could be stored', async () => {
    const stored = new Map<string, unknown>();
    let hasSpace = false;
    const write = async (id: string, value: unknown) => {
      if (!hasSpace) throw new UserFacingError('No room');
      if (value === null) stored.delete(id);
      else stored.set(id, value);
    };
    const book = new DraftBook({ courseId: 'c1', rows: [], write });
    rename(book, 'The tides');
    await book.flush();
    expect(book.saveState.get()).toEqual({ kind: 'failed', problem: 'No room' });
    hasSpace = true;
    book.leave(book.state.get().drafts);
    await book.flush();
    expect(stored.size).toBe(0);
    expect(book.saveState.get()).toEqual({ kind: 'saved' });
  });
});
