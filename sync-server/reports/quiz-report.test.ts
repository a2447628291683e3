import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { CourseReportReply } from '#schema/reports/reports.ts';
import { activate } from '../sync/sync-for-test.ts';
import type { Person } from '../testing/people.ts';
import { addQuiz } from '../testing/quiz-for-test.ts';
import { serverForTest } from '../testing/server-for-test.ts';
import { QuestionCounts } from './quiz-report.ts';

const at = (minute: number) => `2026-11-21T07:0${minute}:00.000Z`;
const record = (answers: readonly [string, string | string[]][]) => ({
  ...{ startedAt: at(0), submittedAt: null },
  answers: answers.map(([questionId, answer], minute) => {
    return { questionId, version: 1, answer, answeredAt: at(minute) };
  }),
});

describe('the counts of answers', () => {
  const choices = JSON.stringify([
    { id: 'a', text: 'Ebb' },
    { id: 'b', text: 'Moon' },
    { id: 'c', text: 'Lunch' },
  ]);
  const one = { version: 1, points: 1, kind: 'one', choices, key: '{"right":["a"]}' } as const;
  const versions = [
    { ...one, id: 'one' },
    { ...one, id: 'text', kind: 'text', key: '{"accepted":["ebb"]}' } as const,
  ];
  const listed = [
    { id: 'one', prompt: 'One?' },
    { id: 'text', prompt: 'Two?' },
  ];

  it('name the wrong answer that was given most, and how many left a question out', () => {
    const counts = new QuestionCounts('practice', listed, versions);
    counts.add(record([['one', 'a']]));
    counts.add(
      record([
        ['one', 'b'],
        ['text', 'Flood'],
      ]),
    );
    counts.add(
      record([
        ['one', 'c'],
        ['one', 'a'],
        ['text', ' flood '],
      ]),
    );
    counts.add(
      record([
        ['one', 'c'],
        ['text', 'EBB'],
      ]),
    );
    expect(counts.report()).toMatchObject([
      { questionId: 'one', answered: 4, right: 1, leftOut: 0, mostWrong: { text: 'Lunch', count: 2 } },
      { questionId: 'text', answered: 3, right: 1, leftOut: 1, mostWrong: { text: 'Flood', count: 2 } },
    ]);
  });

  it('have no wrong answer where all were right', () => {
    const counts = new QuestionCounts('practice', listed, versions);
    counts.add(record([['one', 'a']]));
    expect(counts.report()[0]).toMatchObject({ right: 1, mostWrong: null });
  });
});

it('the report of a course has its practice, with each learner’s attempts and best score', async () => {
  const server = await serverForTest();
  const { alice, bob, admin } = server.people;
  const { quizId, questionId } = await addQuiz(server);
  await activate(server, alice);
  await activate(server, bob, 'TIDES-CODE-2');
  const save = (as: Person, answer: string) =>
    server.request('/api/attempts', {
      ...{ method: 'PUT', as },
      body: {
        ...{ id: randomUUID(), quizId, startedAt: at(0) },
        answers: [{ questionId, version: 1, answer, answeredAt: at(1) }],
      },
    });
  for (const answer of ['b', 'a']) await save(alice, answer);
  await save(bob, 'b');
  const reply = await server.request('/api/admin/reports/courses/tides', { as: admin });
  const { quizzes } = reply.read(CourseReportReply).report;
  expect(quizzes).toEqual([
    {
      ...{ quizId, title: 'Which tide?', lessonTitle: 'Lesson 1', use: 'practice' },
      questions: [
        {
          ...{ questionId, prompt: '<p>What comes after the ebb?</p>', answered: 3, right: 1, leftOut: 0 },
          mostWrong: { text: 'The moon', count: 2 },
        },
      ],
      learners: [
        { userId: 'alice', name: 'alice Ashdown', attempts: 2, best: 1, of: 1, handedIn: [] },
        { userId: 'bob', name: 'bob Ashdown', attempts: 1, best: 0, of: 1, handedIn: [] },
      ],
      ...{ scores: null, outdated: 0 },
    },
  ]);
});
