import { type BoundFunctions, type queries, waitFor, within } from '@testing-library/dom';
import { expect } from 'vitest';
import type { Fault } from '#e2e/sync/testing/network.ts';

/** A failure of the server without a message of its own. */
export const SILENT_FAILURE: Fault = { status: 500, body: '' };

/** The message beside a field; empty if there is none. */
export function problemOf(field: HTMLElement): string {
  if (field.getAttribute('aria-invalid') !== 'true') return '';
  const ids = (field.getAttribute('aria-describedby') ?? '').split(' ');
  const error = ids.find((id) => id.endsWith('-error'));
  return error === undefined ? '' : (document.getElementById(error)?.textContent ?? '');
}

/** Waits until the app has opened a path. */
export function isAt(path: string): Promise<void> {
  return waitFor(() => expect(location.pathname).toBe(path));
}

/** The accessible names of elements, in their order. */
export function textsOf(elements: readonly HTMLElement[]): string[] {
  return elements.map(({ textContent }) => (textContent ?? '').trim());
}

/** One panel, headed by the screen's own sentence, which is said once, and the button that reloads the page. */
export async function showsLoadFailure(
  main: BoundFunctions<typeof queries>,
  sentence: string,
): Promise<void> {
  const panel = await main.findByRole('alert');
  const [title, headline] = textsOf([...panel.querySelectorAll('p')]);
  expect([title, headline]).toEqual(['Something went wrong', sentence]);
  expect(main.getAllByText(sentence)).toHaveLength(1);
  within(panel).getByRole('button', { name: 'Try Again' });
}
