import { randomUUID } from 'node:crypto';
import { waitFor, within } from '@testing-library/dom';
import { describe, expect, it, vi } from 'vitest';
import { unlock } from '#e2e/sync/testing/world.ts';
import { paths } from '#pwa/paths.ts';
import { wipeAdmin } from '#pwa/store/admin/admin.ts';
import { hasReports } from '#pwa/store/admin/report-rows.ts';
import { refreshAdminCourses } from '#pwa/sync/pull/admin-refresh.ts';
import {
  refreshCodesReport,
  refreshCourseReport,
  refreshLearnersReport,
} from '#pwa/sync/pull/refresh-reports.ts';
import { type Device, failAllCalls, goOffline, openDevice } from '#pwa/testing/screens/device.ts';
import { renderScreen } from '#pwa/testing/screens/render-screen.ts';
import { inTransaction } from '#sync-server/db/transaction.ts';
import { insertUser } from '#sync-server/sessions/user-queries.ts';
import { fixtureCourse } from '#sync-server/testing/fixture-courses.ts';
import { addQuiz, handIn } from '#sync-server/testing/quiz-for-test.ts';

const courses = [fixtureCourse(), fixtureCourse({ id: 'winds', title: 'Reading the winds' })];
const COURSES = paths.adminReports;
const LEARNERS = `${paths.adminReports}?tab=learners`;
const CODES = `${paths.adminReports}?tab=codes`;

/** Alice finished the course tides, bob stopped after lesson 2, carol did not start. */
async function openSchool(): Promise<Device> {
  const device = await openDevice('admin', courses);
  const { alice, bob, carol } = device.server.people;
  await unlock(device, alice, 'tides', 'TIDES-CODE-1');
  await unlock(device, bob, 'tides', 'TIDES-CODE-2');
  await unlock(device, carol, 'tides', 'TIDES-CODE-3');
  const at = device.server.clock.now().toISOString();
  const complete = (as: typeof alice, lessons: readonly number[]) => {
    const entries = lessons.map((n) => ({ lessonId: `tides-lesson-${n}`, completedAt: at, updatedAt: at }));
    return device.server.request('/api/progress', { as, method: 'PUT', body: { entries } });
  };
  await complete(alice, [1, 2, 3, 4]);
  await complete(bob, [1, 2]);
  return device;
}

/** The text that the device saves as a file. */
function watchFiles(): Promise<string>[] {
  const files: Promise<string>[] = [];
  vi.stubGlobal(
    'URL',
    Object.assign(URL, {
      createObjectURL: (blob: Blob) => {
        files.push(blob.text());
        return 'blob:file';
      },
      revokeObjectURL: () => undefined,
    }),
  );
  return files;
}

describe('the report of a course', () => {
  it('shows the way of its learners, with the drop-off of each step and a sentence', async () => {
    const { main } = await renderScreen(COURSES, await openSchool());
    const chart = within(await main.findByRole('region', { name: 'Reading the tides' }));
    const steps = chart.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(steps).toEqual([
      'Activated3',
      'Started21 fewer (33\u00a0%)',
      'Reached lesson 2: Lesson 22No drop-off',
      'Reached lesson 3: Lesson 311 fewer (50\u00a0%)',
      'Reached lesson 4: Lesson 41No drop-off',
      'Finished1No drop-off',
    ]);
    chart.getByText(/^Of 3 learners, 2 started \(67 %\) and 1 finished \(33 %\)/);
    expect(main.getAllByRole('definition').length).toBeGreaterThan(5);
  });

  it('shows how its practice was answered: the share right, the wrong answer given most, each learner', async () => {
    const device = await openSchool();
    const { quizId, questionId } = await addQuiz(device.server);
    const { alice, bob } = device.server.people;
    const at = device.server.clock.now().toISOString();
    for (const [as, answer] of [
      [alice, 'a'],
      [bob, 'b'],
    ] as const)
      await device.server.request('/api/attempts', {
        ...{ as, method: 'PUT' },
        body: {
          ...{ id: randomUUID(), quizId, startedAt: at },
          answers: [{ questionId, version: 1, answer, answeredAt: at }],
        },
      });
    const { main } = await renderScreen(COURSES, device);
    const practice = within(await main.findByRole('region', { name: 'Which tide?' }));
    expect(practice.getByText('50 % right, 1 of 2')).toBeTruthy();
    expect(practice.getByText('Most frequent wrong answer: “The moon”, 1 time')).toBeTruthy();
    expect(practice.getByRole('row', { name: /bob/ }).textContent).toContain('0 of 1');
  });

  it('shows the scores of a test and each attempt, of which one over the limit is counted by a press', async () => {
    const device = await openSchool();
    const { server } = device;
    await addQuiz(server, { use: 'test', fields: { attemptsMax: 1 } });
    const { alice, bob } = server.people;
    await handIn(server, { as: alice, answer: 'b' });
    server.clock.advance(1_000);
    await handIn(server, { as: alice });
    await handIn(server, { as: bob });
    const { main, user } = await renderScreen(COURSES, device);
    const test = within(await main.findByRole('region', { name: 'Which tide?' }));
    test.getByText(/^1 of 2 learners passed\. The average is 50/);
    expect(test.getByRole('row', { name: /80 to 100/ }).textContent).toContain('1');
    test.getByText('Attempt 2: 1 of 1, passed');
    test.getByText('Over the limit');
    await user.click(test.getByRole('button', { name: 'Count this attempt: attempt 2 of alice Ashdown' }));
    await test.findByText('Counted');
    await waitFor(async () => {
      const over = await server.deps.db
        .selectFrom('attempts')
        .select('id')
        .where('isOverLimit', '=', 1)
        .execute();
      expect(over).toEqual([]);
    });
  });

  it('offers to grade again what an earlier key graded, and saves the answers as a file', async () => {
    const device = await openSchool();
    const { server } = device;
    const { questionId } = await addQuiz(server, { use: 'test' });
    const { alice, admin } = server.people;
    await handIn(server, { as: alice, answer: 'b' });
    const body = { key: JSON.stringify({ right: ['b'] }) };
    await server.request(`/api/admin/questions/${questionId}`, { as: admin, method: 'PUT', body });
    const files = watchFiles();
    const { main, user } = await renderScreen(COURSES, device);
    await main.findByText('1 attempt was graded with the earlier key. Grade again?');
    await user.click(main.getByRole('button', { name: 'Save all answers as CSV' }));
    await waitFor(() => expect(files).toHaveLength(1));
    expect(await files[0]).toContain(',alice Ashdown,alice@example.org,');
    await user.click(main.getByRole('button', { name: 'Raise only' }));
    await waitFor(() => expect(main.queryByRole('button', { name: 'Raise only' })).toBeNull());
    await waitFor(async () => {
      const [row] = await server.deps.db.selectFrom('attempts').select('score').execute();
      expect(row?.score).toBe(1);
    });
  });

  it('is shown as a table too', async () => {
    const { main, user } = await renderScreen(COURSES, await openSchool());
    await user.click(await main.findByRole('button', { name: 'Show as table' }));
    const cells = main.getAllByRole('row').map(({ textContent }) => textContent);
    expect(cells[0]).toBe('StepLearnersDrop-off');
    expect(cells).toContain('Started21 fewer (33\u00a0%)');
  });

  it('is that of the chosen course', async () => {
    const { main, user } = await renderScreen(COURSES, await openSchool());
    await user.selectOptions(await main.findByRole('combobox', { name: 'Course' }), 'Reading the winds');
    const chart = within(await main.findByRole('region', { name: 'Reading the winds' }));
    chart.getByText('Nobody has activated this course yet.');
    expect(location.search).toBe('?course=winds');
  });

  it('is shown without a network, as of the moment when it was fetched, and saved as a file', async () => {
    const device = await openSchool();
    await refreshAdminCourses();
    await refreshCourseReport('tides');
    goOffline(device);
    const files = watchFiles();
    const { main, user } = await renderScreen(COURSES, device);
    await main.findByRole('region', { name: 'Reading the tides' });
    main.getByText(/^As of \d\d:\d\d$/);
    await main.findByText(/Offline\. Updated/);
    await user.click(main.getByRole('button', { name: 'Save as CSV' }));
    expect(await files[0]).toContain('Reached lesson 3,Flood,Lesson 3,1\r\n');
  });

  it('says without a network that this device does not have it, and keeps the choice of courses', async () => {
    const device = await openSchool();
    await refreshAdminCourses();
    await refreshCourseReport('tides');
    goOffline(device);
    const { main, user } = await renderScreen(COURSES, device);
    await user.selectOptions(await main.findByRole('combobox', { name: 'Course' }), 'Reading the winds');
    await main.findByText(/Not loaded on this device yet/);
    await user.selectOptions(main.getByRole('combobox', { name: 'Course' }), 'Reading the tides');
    await main.findByRole('region', { name: 'Reading the tides' });
  });

  it('says that there are no courses', async () => {
    const { main } = await renderScreen(COURSES, await openDevice('admin', []));
    await main.findByRole('heading', { name: 'No courses yet' });
  });
});

describe('the report of learners', () => {
  it('shows the progress of each person and is searched by name and email', async () => {
    const { main, fill } = await renderScreen(LEARNERS, await openSchool());
    await waitFor(() => expect(main.getAllByRole('listitem')).toHaveLength(4));
    const rowOf = (email: string) =>
      main.getAllByRole('listitem').find(({ textContent }) => textContent?.includes(email))?.textContent;
    expect(rowOf('alice@')).toContain('1 course: 1 started, 1 finished');
    expect(rowOf('bob@')).toContain('Lessons: 2 of 4 (50\u00a0%)');
    expect(rowOf('carol@')).toContain('Last active: Not yet');
    expect(rowOf('admin@')).toContain('No course');
    await fill(main.getByRole('searchbox'), 'BOB@');
    await waitFor(() => expect(main.getAllByRole('listitem')).toHaveLength(1));
    await fill(main.getByRole('searchbox'), 'nobody at all');
    await main.findByText('Nobody matches.');
  });

  it('is read page by page from the device, without a network', async () => {
    const device = await openSchool();
    await inTransaction(device.server.deps.db, async (trx) => {
      for (let at = 1_000; at < 1_600; at += 1) {
        const fields = { id: `person-${at}`, name: `Person ${at}`, email: `person-${at}@example.org` };
        const createdAt = '2026-11-22T08:00:00.000Z';
        await insertUser(trx, { ...fields, passwordHash: 'none', role: 'user', createdAt });
      }
    });
    await refreshLearnersReport();
    goOffline(device);
    const { main } = await renderScreen(`${LEARNERS}&page=11`, device);
    await main.findByText('501–550 of 604 accounts');
    main.getByText('Person 1496');
    expect(main.getAllByRole('listitem')).toHaveLength(50);
  });
});

describe('the report of codes', () => {
  it('shows codes by week and by batch', async () => {
    const device = await openSchool();
    await refreshCodesReport();
    const { main } = await renderScreen(CODES, device);
    const chart = within(await main.findByRole('region', { name: 'Codes used per week' }));
    chart.getByText(/^3 codes used in the last 26 weeks/);
    const batches = within(main.getByRole('region', { name: 'Batches' }));
    const rows = batches.getAllByRole('listitem').map(({ textContent }) => textContent ?? '');
    expect(rows.some((row) => row.includes('3 uses of 3 codes, 0 usable'))).toBe(true);
  });

  it('says what failed, and tries again', async () => {
    const device = await openSchool();
    failAllCalls();
    const { main } = await renderScreen(CODES, device);
    await main.findByRole('button', { name: 'Try again' });
  });
});

it('reports leave the device with the role', async () => {
  const { store } = await openSchool();
  await refreshLearnersReport();
  await refreshCodesReport();
  if (store === null) throw new Error('Nobody is signed in');
  expect(await hasReports(store)).toBe(true);
  await wipeAdmin(store);
  expect(await hasReports(store)).toBe(false);
});
