import { describe, expect, it } from 'vitest';
import { recordAnswers } from '#pwa/sync/enqueue/record-answers.ts';
import { goOffline, goOnline, widenWindow } from '#pwa/testing/screens/device.ts';
import { EARLY, OTHER, openTest } from '#pwa/testing/screens/open-test.ts';

describe('a test', () => {
  it('says what it is before it begins', async () => {
    const { open } = await openTest({ passPercent: 50, attemptsMax: 2, isRequired: 1 });
    const { test } = await open();
    expect(test.getByText('2 questions. 50 % of the points are needed to pass.')).toBeTruthy();
    expect(test.getByText('You have 2 attempts.')).toBeTruthy();
    expect(test.getByText('This lesson is complete when you pass this test.')).toBeTruthy();
    expect(test.getByText(/saved on this device. The server grades them/)).toBeTruthy();
    expect(test.queryByRole('radio')).toBeNull();
  });

  it('stores each answer as it is given, says nothing about it, and lets it be changed', async () => {
    const { open, attempts } = await openTest();
    const { test, user, press } = await open();
    await press('Start the test');
    await test.findByText('Question 1 of 2');
    const [first] = test.getAllByRole<HTMLInputElement>('radio');
    first?.focus();
    await user.keyboard('2');
    await test.findByText('Saved on this device');
    await user.click(test.getByRole('radio', { name: 'The moon' }));
    await user.click(test.getByRole('radio', { name: 'The flood' }));
    await expect.poll(async () => (await attempts())[0]?.answers.at(-1)?.answer).toBe('a');
    await test.findByText('Saved on this device');
    expect(test.queryByText(/Right|Not right|The moon causes both/)).toBeNull();
  });

  it('stores a typed answer when its question is left, and after a pause', async () => {
    const { open, attempts } = await openTest();
    const { test, user, press } = await open();
    await press('Start the test');
    await press('Next question');
    await user.type(await test.findByRole('textbox'), 'The sun');
    await press('Previous question');
    await test.findByText('Question 1 of 2');
    await press('Next question');
    expect(await test.findByRole<HTMLInputElement>('textbox')).toHaveProperty('value', 'The sun');
    await user.clear(test.getByRole('textbox'));
    await user.type(test.getByRole('textbox'), 'The moon');
    await test.findByText('Saved on this device');
    expect((await attempts())[0]?.answers.at(-1)?.answer).toBe('The moon');
  });

  it('returns to its question and its answers after a reload', async () => {
    const { open } = await openTest({ isShuffled: 1 });
    const { test, user, press, close } = await open();
    await press('Start the test');
    const asked = (await test.findByRole('form')).textContent;
    await press('Next question');
    await test.findByText('Question 2 of 2');
    await press('Previous question');
    await test.findByText('Question 1 of 2');
    expect(test.getByRole('form').textContent).toBe(asked);
    const isChoice = test.queryAllByRole('radio').length > 0;
    if (!isChoice) await press('Next question');
    await user.click(await test.findByRole('radio', { name: 'The moon' }));
    await test.findByText('Saved on this device');
    const place = test.getByText(/Question \d of 2/).textContent ?? '';
    close();
    const again = await open();
    await again.test.findByText(place);
    expect(again.test.getByRole<HTMLInputElement>('radio', { name: 'The moon' }).checked).toBe(true);
  });

  it('asks once before it is handed in, and leads to what is not answered', async () => {
    const { open, attempts } = await openTest();
    const { test, user, press } = await open();
    await press('Start the test');
    await user.click(await test.findByRole('radio', { name: 'The flood' }));
    await press('Finish the test');
    const title = await test.findByRole('heading', { name: 'Hand in this test?' });
    expect(document.activeElement).toBe(title);
    expect(test.getByText('1 of 2 questions is not answered:')).toBeTruthy();
    await press('Question 2');
    await test.findByText('Question 2 of 2');
    await user.type(test.getByRole('textbox'), 'The moon{Enter}');
    await test.findByText('All 2 questions are answered.');
    expect((await attempts())[0]?.submittedAt).toBeNull();
    await press('Hand in');
    await test.findByText('Handed in. Your score comes when you are connected');
    expect((await attempts())[0]?.submittedAt).not.toBeNull();
  });

  it('shows its score when it is pulled, what was needed, and the attempts that are left', async () => {
    const { open, sync } = await openTest({ passPercent: 80, attemptsMax: 2 });
    const { test, user, press } = await open();
    await press('Start the test');
    await user.click(await test.findByRole('radio', { name: 'The flood' }));
    await press('Finish the test');
    await press('Hand in');
    await test.findByText('Handed in. Your score comes when you are connected');
    await sync();
    await test.findByText('Not passed: 1 of 2 points, 50 %');
    expect(test.getByText('80 % of the points were needed.')).toBeTruthy();
    expect(test.getByText('1 attempt is left.')).toBeTruthy();
    await press('Try again');
    await test.findByText('Question 1 of 2');
    expect(test.getByRole<HTMLInputElement>('radio', { name: 'The flood' }).checked).toBe(false);
    await press('Finish the test');
    await press('Hand in');
    await test.findByText('No attempts are left.');
    expect(test.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  it('says that an answer from after it was handed in is saved and not graded', async () => {
    const { open, attempts, quizId, questionId, lessonId } = await openTest();
    const { test, press } = await open();
    await press('Start the test');
    await press('Finish the test');
    await press('Hand in');
    await test.findByText('Handed in. Your score comes when you are connected');
    const [{ id = '', startedAt = '', submittedAt = '' } = {}] = await attempts();
    const answeredAt = new Date(Date.parse(submittedAt ?? '') + 1).toISOString();
    await recordAnswers('alice', {
      ...{ id, quizId, quizTitle: 'Which tide?', lessonId, startedAt },
      answers: [{ questionId, version: 1, answer: 'a', answeredAt }],
    });
    await test.findByText('1 answer is from after you handed in. It is saved, but not graded.');
  });

  it('is on one page where there is room, and the overview leads to the question', async () => {
    const { open } = await openTest();
    widenWindow();
    const { test, user, press } = await open();
    await press('Start the test');
    expect(await test.findAllByRole('form')).toHaveLength(2);
    await user.click(test.getByRole('radio', { name: 'The flood' }));
    await press('Finish the test');
    await press('Question 2');
    expect(document.activeElement).toBe(test.getByRole('textbox'));
    await user.keyboard('The moon');
    await test.findByText('All 2 questions are answered.');
  });
});

describe('a test on two devices', () => {
  it('names the attempt that is open on the other one, and begins another', async () => {
    const { device, open, attempts, onOtherDevice, sync, questionId } = await openTest();
    const answer = { questionId, version: 1, answer: 'a', answeredAt: EARLY };
    await onOtherDevice({ answers: [answer] });
    await sync();
    goOffline(device);
    const { test, press } = await open();
    await test.findByText('1 attempt is open on another device');
    await press('Start the test');
    await test.findByText('Question 1 of 2');
    expect(test.getByRole<HTMLInputElement>('radio', { name: 'The flood' }).checked).toBe(false);
    await press('Finish the test');
    await press('Hand in');
    await test.findByText(/^Handed in/);
    expect((await attempts()).map(({ id, submittedAt }) => [id === OTHER, submittedAt !== null])).toEqual([
      [true, false],
      [false, true],
    ]);
  });

  it('continues the attempt of the other one where the learner says so', async () => {
    const { open, attempts, onOtherDevice, sync, questionId } = await openTest();
    await onOtherDevice({ answers: [{ questionId, version: 1, answer: 'a', answeredAt: EARLY }] });
    await sync();
    const { test, press } = await open();
    await press('Continue here');
    await test.findByText('1 of 2 questions is not answered:');
    await press('Hand in');
    await test.findByText(/^(Handed in|Passed|Not passed)/);
    await sync();
    expect((await attempts()).map(({ id, submittedAt }) => [id === OTHER, submittedAt !== null])).toEqual([
      [true, true],
    ]);
  });

  it('counts no attempt beyond the limit, and says so', async () => {
    const { open, onOtherDevice, sync } = await openTest({ attemptsMax: 1 });
    const { test, user, press } = await open();
    await press('Start the test');
    await user.click(await test.findByRole('radio', { name: 'The flood' }));
    await press('Finish the test');
    await press('Hand in');
    await onOtherDevice({ submittedAt: EARLY });
    await sync();
    await test.findByText(
      /^This attempt is stored and graded, but not counted, because 1 attempt is allowed/,
    );
    expect(test.getByText('Your best attempt counts: 0 of 2 points, 0 %, not passed.')).toBeTruthy();
  });

  it('shows the result of the other one', async () => {
    const { open, onOtherDevice, sync } = await openTest();
    await onOtherDevice({ submittedAt: EARLY });
    await sync();
    const { test } = await open();
    await test.findByText('Not passed: 0 of 2 points, 0 %');
  });
});

describe('the answers of a test', () => {
  it('are fetched when they are looked at, where they are released, and never stored', async () => {
    const { device, open, sync } = await openTest();
    const { test, user, press } = await open();
    await press('Start the test');
    await user.click(await test.findByRole('radio', { name: 'The moon' }));
    await press('Finish the test');
    await press('Hand in');
    await test.findByText(/^Handed in/);
    expect(test.queryByRole('button', { name: 'Look at your answers' })).toBeNull();
    await sync();
    await test.findByText(/^Not passed/);
    goOffline(device);
    await press('Look at your answers');
    await test.findByText('The answers need a connection');
    goOnline(device);
    await press('Fetch them again');
    await test.findByText('“The moon” is not the answer. Right is “The flood”.');
    expect(test.getByText('The moon causes both.')).toBeTruthy();
    expect(test.getByText('Right is “The moon”.')).toBeTruthy();
    expect(test.getAllByText('0 of 1 point')).toHaveLength(2);
    const { tables } = device.store.database;
    const stored = await Promise.all(tables.map((table) => table.toArray()));
    expect(JSON.stringify(stored)).not.toMatch(/moon causes both|accepted/);
  });

  it('are not offered where only the score is released', async () => {
    const { open, onOtherDevice, sync } = await openTest({ release: 'score' });
    await onOtherDevice({ submittedAt: EARLY });
    await sync();
    const { test } = await open();
    await test.findByText(/^Not passed/);
    expect(test.queryByRole('button', { name: 'Look at your answers' })).toBeNull();
  });
});
