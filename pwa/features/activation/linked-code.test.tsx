import { waitFor } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { activationsOnServer } from '#e2e/sync/testing/world.ts';
import { paths } from '#pwa/paths.ts';
import { goOffline, openDevice, openLearner } from '#pwa/testing/screens/device.ts';
import { isAt } from '#pwa/testing/screens/expectations.ts';
import { renderScreen } from '#pwa/testing/screens/render-screen.ts';
import { codeFragment } from '#schema/activation/code-link.ts';
import { codeDraft } from './code-draft.ts';
import { takeLinkedCode } from './linked-code.ts';

const PAGE = paths.activate('tides');
const CODE = 'TIDES-CODE-1';
const LINK = PAGE + codeFragment(CODE);

/** The state of the address and of the tab after the start of the app at an address. */
function openAt(address: string) {
  sessionStorage.clear();
  history.replaceState(null, '', address);
  takeLinkedCode();
  return { address: location.pathname + location.search + location.hash, code: codeDraft('tides').read() };
}

describe('the address of an activation page', () => {
  it.each([
    ['the fragment', LINK],
    ['the query', `${PAGE}?code=${CODE}`],
    ['both', `${PAGE}?code=OLD${codeFragment(CODE)}`],
    ['the query beside other parameters', `${PAGE}?utm_source=mail&code=${CODE}#top`],
    ['the fragment, with blanks', `${PAGE}#code=%20${CODE}+`],
  ])('loses its code at once, and the tab has it (%s)', (_, address) => {
    expect(openAt(address)).toEqual({ address: PAGE, code: CODE });
  });

  it('loses a code that is empty or too long, and the field stays empty', () => {
    for (const code of ['', ' ', 'X'.repeat(129)])
      expect(openAt(PAGE + codeFragment(code))).toEqual({ address: PAGE, code: null });
  });

  it.each([PAGE, `${PAGE}?lesson=code#top`, `/courses?code=${CODE}`, `/courses/tides/learn#code=${CODE}`])(
    'stays as it is without a code: %s',
    (address) => {
      expect(openAt(address)).toEqual({ address, code: null });
    },
  );
});

describe('a link with a code', () => {
  it('fills the field, sends nothing by itself, and unlocks the course when the learner says so', async () => {
    const device = await openDevice('alice');
    const { main, send } = await renderScreen(LINK, device);
    const filled = await main.findByDisplayValue(CODE);
    expect(location.hash).toBe('');
    expect(await activationsOnServer(device)).toEqual([]);
    await send(filled);
    await main.findByRole('progressbar');
    expect(await activationsOnServer(device)).toEqual(['alice tides']);
    expect(codeDraft('tides').read()).toBeNull();
  });

  it('replaces the code in the field when it is opened in the same tab', async () => {
    const { main } = await renderScreen(LINK, await openDevice('alice'));
    await main.findByDisplayValue(CODE);
    location.hash = codeFragment('TIDES-CODE-2');
    await main.findByDisplayValue('TIDES-CODE-2');
    await waitFor(() => expect(location.hash).toBe(''));
  });

  it('fills the field without a network too', async () => {
    const device = await openDevice('alice');
    goOffline(device);
    const { main } = await renderScreen(LINK, device);
    await main.findByDisplayValue(CODE);
  });

  it('reaches the login of a visitor without its code, which waits in the tab', async () => {
    openAt(LINK);
    const device = await openDevice('visitor');
    openAt(LINK);
    await renderScreen(location.pathname, device);
    await isAt('/login');
    expect(location.href).not.toContain(CODE);
    expect(codeDraft('tides').read()).toBe(CODE);
    expect(device.network.seen.map((request) => JSON.stringify(request)).join()).not.toContain(CODE);
  });

  it('is forgotten if the course is unlocked already', async () => {
    const device = await openLearner();
    openAt(LINK);
    await renderScreen(location.pathname, device);
    await isAt(paths.dashboard);
    await waitFor(() => expect(codeDraft('tides').read()).toBeNull());
  });
});
