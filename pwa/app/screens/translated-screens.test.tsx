import { setImmediate } from 'node:timers/promises';
import { screen, waitFor, within } from '@testing-library/dom';
import { describe, expect, it, onTestFinished } from 'vitest';
import { paths, routePatterns } from '#pwa/paths.ts';
import { findLies } from '#pwa/testing/rendered-texts.ts';
import { type Device, openDevice, openLearner } from '#pwa/testing/screens/device.ts';
import { isAt, problemOf } from '#pwa/testing/screens/expectations.ts';
import { renderScreen } from '#pwa/testing/screens/render-screen.ts';
import { startTranslator } from '#pwa/testing/translator.ts';
import { messages } from '#schema/messages/messages.ts';
import { fixtureCourse } from '#sync-server/testing/fixture-courses.ts';
import { PASSWORD } from '#sync-server/testing/people.ts';

/** Turns of the event loop after which the device has been read or written, and the screen shows it. */
const TURNS = 30;

/** Opens a screen that a translator has changed and goes on changing. */
async function openTranslated(address: string, device: Device) {
  onTestFinished(startTranslator('beside'));
  return renderScreen(address, device);
}

/** Every text on the page is what the app has rendered, and the app has not failed. */
async function showsWhatIsRendered(): Promise<void> {
  for (let turns = 0; turns < TURNS; turns += 1) await setImmediate();
  await waitFor(() => {
    expect(screen.queryByRole('heading', { name: 'Something went wrong' })).toBeNull();
    expect(document.querySelectorAll('font').length).toBeGreaterThan(0);
    expect(findLies()).toEqual([]);
  });
}

/** Opens a screen and presses each button of its main part once, also those of the dialogs that they open. */
async function pressAll(address: string, device: Device): Promise<void> {
  const { user } = await openTranslated(address, device);
  await screen.findByRole('heading', { level: 1 });
  await showsWhatIsRendered();
  const path = location.pathname;
  const pressed = new Set<string>();
  const nameOf = (button: HTMLElement) => button.getAttribute('aria-label') ?? button.textContent ?? '';
  const nextOf = (buttons: readonly HTMLElement[]) => buttons.find((button) => !pressed.has(nameOf(button)));
  const findNext = () => {
    const dialog = document.querySelector<HTMLElement>('dialog[open]');
    const inDialog = dialog && within(dialog).queryAllByRole('button');
    // A dialog is left by its first button, once all others are pressed.
    return inDialog
      ? (nextOf(inDialog) ?? inDialog[0])
      : nextOf(within(screen.getByRole('main')).queryAllByRole('button'));
  };
  for (let next = findNext(); next !== undefined && location.pathname === path; next = findNext()) {
    pressed.add(nameOf(next));
    await user.click(next);
    await showsWhatIsRendered();
  }
}

const IDS: Readonly<Record<string, string>> = { ':courseId': 'tides', ':batchId': 'no-such-batch' };
const addresses = Object.values(routePatterns).map((pattern) =>
  pattern.replace(/:\w+/, (name) => IDS[name] ?? name),
);
const ofAdmins = addresses.filter((address) => address.startsWith('/admin/') && address !== '/admin/login');
const ofOthers = addresses.filter((address) => !ofAdmins.includes(address));

describe('under a translator', () => {
  it.each(ofOthers)('%s shows a visitor what the app rendered', async (address) => {
    await pressAll(address, await openDevice('visitor'));
  });

  it.each(ofOthers)('%s shows a learner what the app rendered', async (address) => {
    await pressAll(address, await openLearner());
  });

  it.each(ofAdmins)('%s shows an admin what the app rendered', async (address) => {
    await pressAll(address, await openDevice('admin'));
  });

  it('a sign-up is corrected, and opens the dashboard', async () => {
    const { main, fill, send } = await openTranslated(paths.signup(), await openDevice('visitor'));
    const name = main.getByLabelText('Full name');
    await send(name);
    await waitFor(() => expect(problemOf(name)).toBe('Please enter your name'));
    await showsWhatIsRendered();
    await fill(name, 'Dora Finch');
    await fill(main.getByLabelText('Email'), 'dora@example.org');
    await fill(main.getByLabelText('Password'), PASSWORD);
    await fill(main.getByLabelText('Confirm password'), PASSWORD);
    await send(name);
    await isAt(paths.dashboard);
    await showsWhatIsRendered();
  });

  it('a wrong password is named, and the right one signs in', async () => {
    const { main, fill, press } = await openTranslated(paths.login(), await openDevice('visitor'));
    await fill(main.getByRole('textbox', { name: 'Email' }), 'alice@example.org');
    await fill(main.getByLabelText('Password'), 'not this one');
    await press('Login');
    await waitFor(() => expect(main.getByRole('alert').textContent).toBe('Invalid email or password'));
    await showsWhatIsRendered();
    await fill(main.getByLabelText('Password'), PASSWORD);
    await press('Login');
    await isAt(paths.dashboard);
    await showsWhatIsRendered();
  });

  it('a wrong activation code is named, and the right one unlocks', async () => {
    const device = await openDevice('alice');
    const { main, fill, send } = await openTranslated(paths.activate('tides'), device);
    const field = () => main.findByLabelText('Activation code');
    await fill(await field(), 'WRONG-CODE');
    await send(await field());
    await waitFor(async () => expect(problemOf(await field())).toBe(messages.codeInvalid));
    await showsWhatIsRendered();
    await fill(await field(), 'TIDES-CODE-1');
    await send(await field());
    await main.findByRole('progressbar');
    await showsWhatIsRendered();
  });

  it('the progress of a course and the current lesson change', async () => {
    const device = await openLearner();
    const { press, user } = await openTranslated(paths.learn('tides', 'tides-lesson-1'), device);
    await screen.findByRole('heading', { level: 1, name: 'Lesson 1' });
    const contents = () => screen.getByRole('complementary', { name: 'Course content' }).textContent;
    await waitFor(() => expect(contents()).toContain('0 of 4'));
    await press('Mark complete');
    await waitFor(() => expect(contents()).toContain('1 of 4'));
    await showsWhatIsRendered();
    await user.click(within(screen.getByRole('navigation', { name: 'Lesson' })).getByText(/next/i));
    await screen.findByRole('heading', { level: 1, name: 'Lesson 2' });
    await showsWhatIsRendered();
    await press('Mark complete');
    await waitFor(() => expect(contents()).toContain('2 of 4'));
    await showsWhatIsRendered();
  });

  it('a video plays, fails and is tried again', async () => {
    const videoUrl = 'https://videos.example.org/ebb.mp4';
    const course = fixtureCourse();
    const modules = course.modules.map((module) => ({
      ...module,
      lessons: module.lessons.map((lesson) => ({ ...lesson, videoUrl })),
    }));
    const device = await openLearner([{ ...course, modules }]);
    const { main, user } = await openTranslated(paths.learn('tides', 'tides-lesson-1'), device);
    const findVideo = async () => {
      const video = (await main.findByRole('region', { name: 'Video player' })).querySelector('video');
      if (video === null) throw new Error('The player has no video');
      return video;
    };
    const at = { duration: { value: 600 }, currentTime: { value: 75, writable: true } };
    Object.defineProperties(await findVideo(), at);
    for (const type of ['play', 'playing', 'durationchange', 'timeupdate', 'pause']) {
      (await findVideo()).dispatchEvent(new Event(type));
      await showsWhatIsRendered();
    }
    expect(main.getByRole('region', { name: 'Video player' }).textContent).toContain('1:15 / 10:00');
    (await findVideo()).dispatchEvent(new Event('error'));
    await user.click(await main.findByRole('button', { name: 'Try again' }));
    await findVideo();
    await showsWhatIsRendered();
  });
});
