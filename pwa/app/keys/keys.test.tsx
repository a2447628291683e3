import { screen, waitFor, within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import {
  blockActions,
  headingActions,
  historyActions,
  textActions,
} from '#pwa/features/editor/text/rich/toolbar-actions.ts';
import { paths } from '#pwa/paths.ts';
import { type Device, openDevice, openLearner } from '#pwa/testing/screens/device.ts';
import { isAt } from '#pwa/testing/screens/expectations.ts';
import { openFirstLesson } from '#pwa/testing/screens/open-editor.ts';
import { renderScreen } from '#pwa/testing/screens/render-screen.ts';
import { fixtureCourse } from '#sync-server/testing/fixture-courses.ts';
import { keyGroupsOf } from './key-groups.ts';

/** Opens a page whose keys are loaded, which is when the menu of the account lists them. */
async function openPage(address: string, device: Device) {
  const page = await renderScreen(address, device);
  const list = async () => {
    await page.user.click(await screen.findByRole('button', { name: /^Account of/ }));
    await page.user.click(await screen.findByRole('button', { name: 'Keyboard shortcuts' }));
    return within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }));
  };
  const close = async () => page.user.click(screen.getByRole('button', { name: 'Close' }));
  await list();
  await close();
  const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
  const press = (keys: string) => page.user.keyboard(keys);
  return { ...page, list, close, heading, press };
}

const lesson = (n: number) => paths.learn('tides', `tides-lesson-${n}`);
const isListed = () => screen.queryByRole('dialog', { name: 'Keyboard shortcuts' }) !== null;

describe('the list of keys', () => {
  it('opens with ? and has the keys of the page only, and the focus returns', async () => {
    const { press, main, heading, close } = await openPage(lesson(1), await openLearner());
    await heading('Lesson 1');
    const link = main.getByRole('link', { name: 'Next Lesson' });
    link.focus();
    await press('?');
    const { getAllByRole } = within(screen.getByRole('dialog'));
    expect(getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
      'On every page',
      'Lessons',
    ]);
    await close();
    expect(document.activeElement).toBe(link);
  });

  it('names the keys of the buttons above a text as they do', () => {
    const buttons = [textActions, headingActions, blockActions, historyActions]
      .flat()
      .flatMap(({ keys }) => keys ?? []);
    const listed = keyGroupsOf('adminCourse').flatMap(({ keys }) => keys.flatMap((key) => key.combinations));
    const inGroups = buttons.map((keys) => keys.replace('Control', 'Mod'));
    expect(listed).toEqual(expect.arrayContaining(inGroups));
  });

  it('turns single keys off, and the device remembers it', async () => {
    const { list, close, press, user, heading } = await openPage(lesson(1), await openLearner());
    await heading('Lesson 1');
    const choice = async () => (await list()).getByRole('checkbox', { name: 'Single-key shortcuts' });
    await user.click(await choice());
    await close();
    await press('?{ArrowRight}/');
    expect([isListed(), location.pathname + location.search]).toEqual([false, lesson(1)]);
    await press('{Control>}k{/Control}');
    await isAt(paths.search());
    expect(await choice()).toHaveProperty('checked', false);
    await user.click(screen.getByRole('checkbox', { name: 'Single-key shortcuts' }));
  });
});

describe('the arrow keys', () => {
  it('lead to the next and the previous lesson', async () => {
    const { press, heading } = await openPage(lesson(1), await openLearner());
    await heading('Lesson 1');
    await press('{ArrowRight}');
    await heading('Lesson 2');
    await press('{ArrowLeft}{ArrowLeft}');
    await heading('Lesson 1');
    await press('{Control>}{ArrowRight}{/Control}');
    expect(location.search).toBe('?lesson=tides-lesson-1');
  });

  it('are mirrored in a lesson that is read from right to left', async () => {
    const course = fixtureCourse({ id: 'tides', title: 'المد' });
    for (const { lessons } of course.modules)
      for (const one of lessons) Object.assign(one, { title: `المد ${one.id}` });
    const { press } = await openPage(lesson(1), await openLearner([course]));
    await screen.findByRole('link', { name: 'Next Lesson' });
    await press('{ArrowLeft}');
    await waitFor(() => expect(location.search).toBe('?lesson=tides-lesson-2'));
  });

  it.each([
    ['a field', '<input>'],
    ['a video', '<video tabindex="0"></video>'],
    ['tabs', '<div role="tablist"><button></button></div>'],
  ])('belong to %s with the focus', async (_, html) => {
    const { press, main, heading } = await openPage(lesson(1), await openLearner());
    const article = (await heading('Lesson 1')).closest('article');
    article?.insertAdjacentHTML('beforeend', html);
    article?.querySelector<HTMLElement>('input, video, [role] button')?.focus();
    await press('{ArrowRight}');
    expect(main.getByRole('heading', { level: 1 }).textContent).toBe('Lesson 1');
  });

  it('scroll a wide table with the focus', async () => {
    const { press, main, heading } = await openPage(lesson(1), await openLearner());
    const article = (await heading('Lesson 1')).closest('article');
    article?.insertAdjacentHTML('beforeend', '<div tabindex="0" style="overflow-x: auto"></div>');
    const wide = article?.lastElementChild;
    if (!(wide instanceof HTMLElement)) throw new Error('The lesson has no article');
    Object.defineProperties(wide, { scrollWidth: { value: 900 }, clientWidth: { value: 300 } });
    wide.focus();
    await press('{ArrowRight}');
    expect(main.getByRole('heading', { level: 1 }).textContent).toBe('Lesson 1');
  });
});

describe('the key of the search', () => {
  it('opens the search of lessons with the focus in its field', async () => {
    const { press, heading, main } = await openPage(lesson(1), await openLearner());
    await heading('Lesson 1');
    await press('/');
    await isAt(paths.search());
    await waitFor(() => expect(document.activeElement).toBe(main.getByRole('searchbox')));
    await press('a/b?');
    expect(main.getByRole<HTMLInputElement>('searchbox').value).toBe('a/b?');
  });

  it('goes to the search field that the page has', async () => {
    const { press, main } = await openPage(
      paths.adminWorkspace,
      await openDevice('admin', [fixtureCourse()]),
    );
    const field = await main.findByRole('searchbox');
    await press('{Control>}k{/Control}');
    expect(document.activeElement).toBe(field);
  });

  it('makes a link while a text is written', async () => {
    const { user, main } = await openFirstLesson();
    await user.click(await main.findByRole('textbox', { name: 'Content' }));
    await user.keyboard('{Control>}k{/Control}');
    await screen.findByRole('dialog', { name: /link/i });
  });
});

describe('Ctrl and S', () => {
  it('saves the course with what was just typed, from within a field', async () => {
    const { user, field, course } = await openFirstLesson();
    await user.click(await screen.findByRole('button', { name: /^Account of/ }));
    await screen.findByRole('button', { name: 'Keyboard shortcuts' });
    await user.type(field('Title'), ' today{Control>}s{/Control}');
    await waitFor(async () => expect((await course())?.title).toBe('Tides today'));
  });

  it('never opens the dialog of the browser, also where nothing can be saved', async () => {
    const { press, heading } = await openPage(paths.adminCourse('gone'), await openDevice('admin', []));
    await heading('Course editor');
    const seen: boolean[] = [];
    const note = (event: KeyboardEvent) => event.key === 's' && seen.push(event.defaultPrevented);
    window.addEventListener('keydown', note);
    await press('{Control>}s{/Control}');
    window.removeEventListener('keydown', note);
    expect(seen).toEqual([true]);
  });
});
