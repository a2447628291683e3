import { waitFor } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { activationsOnServer, unlock as unlockAs, usedCodesOnServer } from '#e2e/sync/testing/world.ts';
import { paths } from '#pwa/paths.ts';
import { listUnsent } from '#pwa/store/account/outbox.ts';
import { type Device, goOffline, goOnline, openDevice } from '#pwa/testing/screens/device.ts';
import { isAt, problemOf } from '#pwa/testing/screens/expectations.ts';
import { renderScreen } from '#pwa/testing/screens/render-screen.ts';
import { codeFragment } from '#schema/activation/code-link.ts';
import { messages } from '#schema/messages/messages.ts';
import { serverMessages } from '#schema/messages/server-messages.ts';
import { fixtureCourse } from '#sync-server/testing/fixture-courses.ts';
import { WRONG_LETTER } from './use-code-entry.ts';

/** A code that an admin uploaded: the shape of those that Carrel draws, without their check letter. */
const UNCHECKED = 'ABCD-EFGH-JKMN';

/** A code that Carrel drew. */
const DRAWN = 'SCHOOL-FJA2-B5W4-GWZR';

async function openCode(device: Device, address = paths.activate('tides')) {
  const page = await renderScreen(address, device);
  const field = await page.main.findByLabelText<HTMLInputElement>('Activation code');
  const unlock = async (code: string) => {
    await page.fill(field, code);
    await page.send(field);
  };
  return { ...page, field, unlock };
}

describe.each([
  ['a course', paths.activate('tides')],
  ['any course', paths.enterCode],
])('the activation code of %s', (_, address) => {
  it('unlocks the course', async () => {
    const device = await openDevice('alice');
    const { unlock, press, main } = await openCode(device, address);
    await unlock('  tides-code-1 ');
    await main.findByRole('progressbar');
    expect(await activationsOnServer(device)).toEqual(['alice tides']);
    await press(/dashboard/i);
    await isAt(paths.dashboard);
  });

  it('leads into the first lesson before the countdown has ended', async () => {
    const device = await openDevice('alice');
    const { unlock, main, user } = await openCode(device, address);
    await unlock('TIDES-CODE-1');
    await user.click(await main.findByRole('link', { name: 'Start lesson 1' }));
    await main.findByRole('heading', { level: 1, name: 'Lesson 1' });
    expect(location.pathname).toBe(paths.learn('tides'));
  });

  it('shows beside the field that it is empty', async () => {
    const { field, unlock, fill } = await openCode(await openDevice('alice'), address);
    await unlock('   ');
    expect(problemOf(field)).toBe(messages.codeMissing);
    await fill(field, 'T');
    expect(problemOf(field)).toBe('');
  });

  it('shows beside the field that the server refused it, and leaves it there', async () => {
    const device = await openDevice('alice');
    const { main, unlock } = await openCode(device, address);
    await unlock('WRONG-CODE');
    const field = () => main.getByLabelText<HTMLInputElement>('Activation code');
    await waitFor(() => expect(problemOf(field())).toBe(messages.codeInvalid));
    expect(field().value).toBe('WRONG-CODE');
    expect(await activationsOnServer(device)).toEqual([]);
  });

  it('is sent at the second try if one letter looks wrong, because an uploaded code has no check', async () => {
    const device = await openDevice('alice', [fixtureCourse({ codes: [UNCHECKED] })]);
    const { main, field, unlock, press } = await openCode(device, address);
    await unlock(UNCHECKED);
    expect(problemOf(field)).toBe(WRONG_LETTER);
    expect(field.value).toBe(UNCHECKED);
    expect(document.activeElement).toBe(field);
    expect(await activationsOnServer(device)).toEqual([]);
    await press('Send it anyway');
    await main.findByRole('progressbar');
    expect(await activationsOnServer(device)).toEqual(['alice tides']);
  });

  it('is looked at again after an edit, before anything is sent', async () => {
    const device = await openDevice('alice');
    goOffline(device);
    const { main, field, unlock, fill } = await openCode(device, address);
    await unlock(UNCHECKED);
    await fill(field, `${UNCHECKED.slice(0, -1)}P`);
    expect(problemOf(field)).toBe('');
    expect(main.getByRole('button', { name: 'Unlock course' })).toBeTruthy();
    await unlock(`${UNCHECKED.slice(0, -1)}P`);
    expect(problemOf(field)).toBe(WRONG_LETTER);
    const { store } = device;
    expect(store && (await listUnsent(store))).toEqual([]);
  });

  it.each([
    [
      'a link',
      `https://carrel.example${paths.activate('tides')}${codeFragment(DRAWN)}&utm_campaign=${'x'.repeat(200)}`,
    ],
    [
      'a sentence',
      `Dear Alice, thank you for your purchase! Your code is ${DRAWN}. ${'Have fun. '.repeat(20)}`,
    ],
    ['marks of direction and other digits', `\u202b${DRAWN.replaceAll('2', '٢')}\u202c`],
  ])('unlocks the course if it is pasted in %s, also without a network', async (_, pasted) => {
    const device = await openDevice('alice', [fixtureCourse({ codes: [DRAWN] })]);
    goOffline(device);
    const { main, field, unlock } = await openCode(device, address);
    await unlock(pasted);
    await waitFor(() => expect(field.isConnected).toBe(false));
    expect(main.getByText(DRAWN).tagName).toBe('CODE');
    goOnline(device);
    await waitFor(async () => expect(await activationsOnServer(device)).toEqual(['alice tides']));
  });

  it('names a character of another keyboard before anything is sent', async () => {
    const device = await openDevice('alice', [fixtureCourse({ codes: ['SEA-Ж1'] })]);
    const { main, field, unlock, press } = await openCode(device, address);
    await unlock('SEA-Ж1');
    expect(problemOf(field)).toBe(
      'The character “Ж” (Cyrillic) looks out of place. Check the code again, or send it anyway.',
    );
    expect(await activationsOnServer(device)).toEqual([]);
    await press('Send it anyway');
    await main.findByRole('progressbar');
  });

  it('names the odd character of a code that the server refused', async () => {
    const { main, unlock } = await openCode(await openDevice('alice'), address);
    await unlock('TIDES_1');
    await main.findByText('The code has the character “_”. Compare it with the code that you received.');
    const field = main.getByLabelText<HTMLInputElement>('Activation code');
    expect(problemOf(field)).toBe(messages.codeInvalid);
  });

  it('waits on the device at the second try while there is no network', async () => {
    const device = await openDevice('alice', [fixtureCourse({ codes: [UNCHECKED] })]);
    goOffline(device);
    const { main, field, unlock, press } = await openCode(device, address);
    await unlock(UNCHECKED);
    await press('Send it anyway');
    await waitFor(() => expect(field.isConnected).toBe(false));
    expect(main.getByText(UNCHECKED).tagName).toBe('CODE');
    goOnline(device);
    await waitFor(async () => expect(await activationsOnServer(device)).toEqual(['alice tides']));
  });

  it('waits on the device while there is no network', async () => {
    const device = await openDevice('alice');
    goOffline(device);
    const { main, field, unlock } = await openCode(device, address);
    await unlock('TIDES-CODE-1');
    await waitFor(() => expect(field.isConnected).toBe(false));
    expect(main.getByText('TIDES-CODE-1').tagName).toBe('CODE');
    const { store } = device;
    expect(store && (await listUnsent(store))).toHaveLength(1);
    goOnline(device);
    await waitFor(async () => expect(await activationsOnServer(device)).toEqual(['alice tides']));
  });

  it('waits on the device after too many attempts, and the page says so', async () => {
    const device = await openDevice('alice');
    const { alice } = device.server.people;
    for (let attempts = 0; attempts < 15; attempts += 1) await unlockAs(device, alice, 'stars', 'WRONG-CODE');
    const { main, unlock } = await openCode(device, address);
    await unlock('TIDES-CODE-1');
    await main.findByText(new RegExp(serverMessages.tooManyRequests));
    expect(main.getByText('TIDES-CODE-1').tagName).toBe('CODE');
    expect(await activationsOnServer(device)).toEqual([]);
  });

  it('can be taken back while it waits', async () => {
    const device = await openDevice('alice');
    goOffline(device);
    const { main, unlock, press } = await openCode(device, address);
    await unlock('TIDES-CODE-1');
    await press(/^change the code/i);
    await main.findByLabelText('Activation code');
    const { store } = device;
    await waitFor(async () => expect(store && (await listUnsent(store))).toEqual([]));
  });
});

describe('the activation of a course', () => {
  it('says why a code that exists does not unlock it', async () => {
    const device = await openDevice('alice');
    await unlockAs(device, device.server.people.bob, 'tides', 'TIDES-CODE-1');
    const { main, fill, send, unlock } = await openCode(device);
    const field = () => main.findByLabelText<HTMLInputElement>('Activation code');
    await unlock('TIDES-CODE-1');
    await waitFor(async () => expect(problemOf(await field())).toBe(serverMessages.codeUsed));
    await fill(await field(), 'STARS-CODE-1');
    await send(await field());
    await waitFor(async () => expect(problemOf(await field())).toBe(serverMessages.codeOtherCourse));
    expect(await activationsOnServer(device)).toEqual(['bob tides']);
  });

  it('does not mind lower case, spaces and other dashes', async () => {
    const device = await openDevice('alice');
    const { main, unlock } = await openCode(device);
    await unlock(' tides\u00a0–code – 2 ');
    await main.findByText(/^“Reading the tides” is unlocked/);
    expect(await activationsOnServer(device)).toEqual(['alice tides']);
    expect(await usedCodesOnServer(device)).toEqual(['alice TIDES-CODE-2']);
  });

  it('opens the dashboard if the course is unlocked already', async () => {
    const device = await openDevice('alice');
    const first = await openCode(device);
    await first.unlock('TIDES-CODE-1');
    await first.main.findByRole('progressbar');
    first.close();
    await renderScreen(paths.activate('tides'), device);
    await isAt(paths.dashboard);
  });

  it('leads back to the course', async () => {
    const { main } = await openCode(await openDevice('alice'));
    const targets = main.getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(targets).toContain(paths.course('tides'));
    expect(targets).toContain(paths.support);
  });

  it('sends a visitor to the login, and back', async () => {
    const device = await openDevice('visitor');
    await renderScreen(paths.activate('tides'), device);
    await isAt('/login');
    expect(location.search).toBe('?redirect=%2Fcourses%2Ftides%2Factivate');
  });

  it('keeps the code of a visitor who goes to the login', async () => {
    const device = await openDevice('visitor');
    const first = await openCode(device, paths.enterCode);
    await first.unlock('');
    expect(problemOf(first.field)).toBe(messages.codeMissing);
    await first.unlock('TIDES-CODE-1');
    await isAt('/login');
    first.close();
    expect((await openCode(device, paths.enterCode)).field.value).toBe('TIDES-CODE-1');
  });
});
