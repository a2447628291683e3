import { type BoundFunctions, type queries, screen, within } from '@testing-library/dom';
import { type UserEvent, userEvent } from '@testing-library/user-event';
import { createElement } from 'react';
import { onTestFinished } from 'vitest';
import { ErrorBoundary } from '#pwa/app/routing/error-boundary.tsx';
import { App } from '#pwa/app/routing/router.tsx';
import { findScreen } from '#pwa/app/screens/screens.tsx';
import { startSite } from '#pwa/device/site.ts';
import { startSession } from '#pwa/session/session.ts';
import { startSync } from '#pwa/sync/start.ts';
import { startConnectionMonitor } from '#pwa/sync/start-connection-monitor.ts';
import { startUploads } from '#pwa/sync/uploads/uploads.ts';
import type { Device } from './device.ts';
import { finishEffects } from './finish-effects.ts';
import { renderElement } from './render-element.ts';

export interface RenderedScreen {
  /** The person at the device. */
  readonly user: UserEvent;
  /** Queries of the page's main part, without header and footer. */
  readonly main: BoundFunctions<typeof queries>;
  /** Replaces the text of a field, as pasting into it does. */
  fill(field: HTMLElement, text: string): Promise<void>;
  /** Presses a button once it reacts: one that is busy ignores it. */
  press(name: string | RegExp): Promise<void>;
  /** Presses the button that sends the form of a field. */
  send(field: HTMLElement): Promise<void>;
  /** Closes the page, as before another one on the same device. */
  close(): void;
}

/**
 * Opens the app at an address, as `startApp` does at a page load: the real router, screen, session and sync
 * engine over the device's store. Ends with the test.
 */
export async function renderScreen(address: string, { store }: Device): Promise<RenderedScreen> {
  history.replaceState(null, '', address);
  await findScreen(location.pathname)?.preload();
  startSite();
  void startSession();
  const stops = store === null ? [startConnectionMonitor()] : [startSync(), startUploads()];
  const remove = renderElement(createElement(ErrorBoundary, null, createElement(App)));
  const close = () => {
    remove();
    for (const stop of stops) stop();
  };
  onTestFinished(close);
  // As a file dialog that shows all files: the app checks what it gets.
  const user = userEvent.setup({ delay: null, applyAccept: false });
  const main = within(screen.getByRole('main'));
  return {
    user,
    main,
    // A person acts long after the effects of what they see.
    async fill(field, text) {
      finishEffects();
      await user.clear(field);
      await user.paste(text);
    },
    press: async (name) => user.click(await main.findByRole('button', { name, busy: false })),
    async send(field) {
      const button = field.closest('form')?.querySelector('[type=submit]');
      if (!button) throw new Error('The field has no form with a button');
      await user.click(button);
    },
    close,
  };
}
