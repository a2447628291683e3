import { expect, type Locator, type Page } from '@playwright/test';
import * as v from 'valibot';
import { confirm } from '../editor/editor-page.ts';
import { readCopy, readProgress, readTable } from '../world/browser/device-store.ts';
import { ADMIN, type CarrelServer } from '../world/carrel-server.ts';

const COURSE = 'course-1';
const lessonId = (number: number) => `${COURSE}-lesson-${String(number).padStart(2, '0')}`;

interface Secured {
  /** Lessons and support requests. */
  readonly names: readonly string[];
  readonly confirmedTitle: number;
}

const quote = (text: string) => JSON.stringify(text);

/**
 * User actions on a device that crashes repeatedly, and those that the screen confirmed: these must be
 * present after every restart. Unconfirmed ones may be present or not, but never twice.
 */
export class ExpectedState {
  readonly lessons = new Set<string>();
  readonly requests = new Set<string>();
  /** Support requests that were begun. */
  submissions = 0;
  /** All typed titles, in order, and the index of the last confirmed one. */
  readonly titles: string[] = [];
  confirmedTitle = -1;
  /** What new databases do not have, because it was sent from lost ones. */
  sent: OnServer = { lessons: [], requests: [], titles: [] };
  /** Of the databases, as the canary knows it. */
  #birth: string | null = null;
  /** Edits confirmed in earlier rounds, which are on the server or in the copy of unsent work. */
  #secured: Secured = { names: [], confirmedTitle: -1 };

  /** The valid titles now: the last confirmed one, or any typed after it. */
  get possibleTitles(): readonly string[] {
    return this.titles.slice(Math.max(0, this.confirmedTitle));
  }

  /**
   * Whether the browser has replaced the databases since the last call, which it can (docs/why/storage.md).
   */
  async haveDatabasesChanged(page: Page): Promise<boolean> {
    const birth = /"key":"birth","value":"([^"]+)"/.exec(await readTable(page, 'state'))?.[1] ?? '';
    const hasChanged = this.#birth !== null && this.#birth !== birth;
    this.#birth = birth;
    return hasChanged;
  }

  /** Reads the rows on the device, whichever page is open. */
  async expectOnDevice(page: Page): Promise<void> {
    const { sent } = this;
    const completed = (await readProgress(page)).flatMap(({ lessonId, isCompleted }) =>
      isCompleted ? [lessonId] : [],
    );
    for (const id of this.lessons) {
      if (sent.lessons.includes(id)) continue;
      expect(completed, `${id} was shown as completed`).toContain(id);
    }
    const outbox = [await readTable(page, 'outbox'), ...sent.requests.map(quote)].join('\n');
    for (const request of this.requests) expect(outbox, `${request} was confirmed`).toContain(quote(request));
    if (this.confirmedTitle < 0) return;
    const rows = [await readTable(page, 'drafts'), await readTable(page, 'adminCourses')];
    const edits = [outbox, ...rows, ...sent.titles.map(quote)].join('\n');
    const found = this.possibleTitles.some((title) => edits.includes(quote(title)));
    expect(found, `one of ${this.possibleTitles.join(', ')} is on the device`).toBe(true);
  }

  /** Confirmed edits that only the browser's databases have: neither the server nor the copy. */
  listUncopied(onServer: OnServer, copy: string): string[] {
    const commands = commandsOf(copy);
    const lessons = [...this.lessons].filter(
      (id) => !onServer.lessons.includes(id) && !commands.some((command) => completes(command, id)),
    );
    const requests = [...this.requests].filter(
      (message) =>
        !onServer.requests.includes(message) && !commands.some((command) => command.includes(quote(message))),
    );
    const hasTitle = (title: string) => onServer.titles.includes(title) || copy.includes(quote(title));
    const isTitleSafe = this.confirmedTitle < 0 || this.possibleTitles.some(hasTitle);
    return [...lessons, ...requests, ...(isTitleSafe ? [] : this.possibleTitles.slice(0, 1))];
  }

  /** Waits until nothing that was confirmed would be lost with the databases. */
  async untilSecured(page: Page, server: CarrelServer): Promise<void> {
    await expect
      .poll(async () => this.listUncopied(readServer(server), await readCopy(page)), 'work without a copy')
      .toEqual([]);
    this.#secured = {
      names: [...this.lessons, ...this.requests],
      confirmedTitle: this.confirmedTitle,
    };
  }

  /**
   * The databases are lost. What was confirmed right before the kill may have been in them alone: no copy promises that
   * (docs/why/storage.md). A draft of the copy may be older than the title that was saved then.
   *
   * @param copy as the killed browser left it
   */
  forgetUncopied(onServer: OnServer, copy: string): void {
    for (const name of this.listUncopied(onServer, copy)) {
      expect(this.#secured.names, 'what the server or the copy had before the kill').not.toContain(name);
      this.lessons.delete(name);
      this.requests.delete(name);
    }
    const isTitleCopied = this.possibleTitles.some((title) => copy.includes(quote(title)));
    if (!isTitleCopied) this.confirmedTitle = this.#secured.confirmedTitle;
  }
}

/**
 * After the databases were lost: a draft that came back may have been saved right before the kill, or be older than what
 * was. The title of its base is older than the server's, so the next edit would conflict: the user discards it.
 */
export async function discardOldDraft(
  page: Page,
  origin: string,
  { titles, sent }: ExpectedState,
): Promise<void> {
  const readDrafted = async () => {
    const drafts = await readTable(page, 'drafts');
    return titles.findLastIndex((title) => drafts.includes(`"changes":{"title":${quote(title)}}`));
  };
  const drafted = await readDrafted();
  const saved = titles.findLastIndex((title) => sent.titles.includes(title));
  if (drafted < 0 || drafted > saved) return;
  await page.goto(`${origin}/admin/courses/${COURSE}`);
  const restored = page.getByRole('status').filter({ hasText: 'Draft restored from' });
  await restored.getByRole('button', { name: 'Discard' }).click();
  await confirm(page, 'The editor returns to the last saved version.', 'Discard');
  await expect.poll(readDrafted).toBe(-1);
}

const CopiedWork = v.object({ rows: v.array(v.unknown()) });

/** The unsent commands of a copy, as JSON. */
const commandsOf = (copy: string): string[] =>
  copy === '' ? [] : v.parse(CopiedWork, JSON.parse(copy)).rows.map((row) => JSON.stringify(row));

const completes = (command: string, lessonId: string): boolean =>
  (command.match(/\{[^{}]*\}/g) ?? []).some(
    (entry) => entry.includes(`"lessonId":"${lessonId}"`) && entry.includes('"completedAt":"'),
  );

export interface OnServer {
  /** The ids of completed lessons. */
  readonly lessons: readonly string[];
  readonly requests: readonly string[];
  readonly titles: readonly string[];
}

export function readServer(server: CarrelServer): OnServer {
  const requests = server.query<{ message: string }>('select message from supportRequests');
  const done = server.query<{ lessonId: string }>(
    'select p.lessonId from progress p join users u on u.id = p.userId where u.email = ? and completedAt is not null',
    ADMIN.email,
  );
  const courses = server.query<{ title: string }>('select title from courses where id = ?', COURSE);
  return {
    lessons: done.map(({ lessonId }) => lessonId),
    requests: requests.map(({ message }) => message),
    titles: courses.map(({ title }) => title),
  };
}

/** An action on a page: `done` is visible once the screen has confirmed it, then `confirm` records that. */
export interface Action {
  readonly path: string;
  readonly begin: (page: Page) => Promise<void>;
  readonly done: (page: Page) => Locator;
  readonly confirm: () => void;
}

/** Completes a lesson. */
export function tickLesson(expected: ExpectedState, number: number): Action {
  const id = lessonId(number);
  return {
    path: `/courses/${COURSE}/learn?lesson=${id}`,
    begin: async (page) => {
      // An unconfirmed completion may have been stored anyway.
      const tick = page.getByRole('button', { name: /^(Mark complete|Completed)$/ });
      if ((await tick.textContent())?.includes('Mark complete')) await tick.click();
    },
    done: (page) => page.getByRole('button', { name: 'Completed' }),
    confirm: () => void expected.lessons.add(id),
  };
}

/** Sends a support request. */
export function submitSupportRequest(expected: ExpectedState, message: string): Action {
  return {
    path: '/support',
    begin: async (page) => {
      expected.submissions += 1;
      const another = page.getByRole('button', { name: 'Write another request' });
      const field = page.getByLabel('Message');
      await expect(another.or(field)).toBeVisible();
      if (await another.isVisible()) await another.click();
      await page.getByLabel('Subject').selectOption('technical');
      await field.fill(message);
      await page.getByRole('button', { name: 'Send request' }).click();
    },
    done: (page) =>
      page.getByText(/^(Saved on this device: will be sent when connected|Your request was sent)$/),
    confirm: () => void expected.requests.add(message),
  };
}

/** Changes the course title in the editor, and saves it or leaves it as a draft. */
export function retitleCourse(expected: ExpectedState, title: string, isSaved: boolean): Action {
  return {
    path: `/admin/courses/${COURSE}`,
    begin: async (page) => {
      const field = page.getByLabel('Title', { exact: true });
      await expect(field).toBeVisible();
      if (expected.confirmedTitle >= 0) expect(expected.possibleTitles).toContain(await field.inputValue());
      expected.titles.push(title);
      await field.fill(title);
      if (isSaved) await page.getByRole('button', { name: 'Save Course' }).click();
    },
    done: (page) =>
      isSaved
        ? page.getByText(/^(Course saved|No unsaved changes\. \d+ edits? waiting to sync\.)$/).first()
        : page.getByText('Saved on this device', { exact: true }),
    confirm: () => {
      expected.confirmedTitle = expected.titles.indexOf(title);
    },
  };
}
