import { createEvent, fireEvent, screen } from '@testing-library/dom';
import { memo } from 'react';
import { BrowserRouter, useLocation } from 'react-router-dom';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { renderElement } from '#pwa/testing/screens/render-element.ts';
import { waitFor } from '#schema/testing/wait-for.ts';
import { type LinkClick, useLinkClick } from './use-link-click.ts';

let renders: number;

const Row = memo(({ onClick }: { onClick: LinkClick }) => {
  renders += 1;
  return (
    <a href="/second?lesson=2" onClick={onClick}>
      Second
    </a>
  );
});

function Page() {
  const { pathname, search } = useLocation();
  const follow = useLinkClick();
  return (
    <>
      <h1>{pathname + search}</h1>
      <Row onClick={follow} />
    </>
  );
}

beforeEach(() => {
  renders = 0;
  history.replaceState(null, '', '/first');
  // The default action of a link, which jsdom lacks.
  const stay = (event: Event) => event.preventDefault();
  addEventListener('click', stay);
  onTestFinished(() => removeEventListener('click', stay));
  renderElement(
    <BrowserRouter>
      <Page />
    </BrowserRouter>,
  );
});

const link = () => screen.getByRole('link', { name: 'Second' });
const isAt = (address: string) =>
  waitFor(() => expect(screen.getByRole('heading').textContent).toBe(address));

test('a click opens the address without rendering the link again', async () => {
  fireEvent.click(link());
  await isAt('/second?lesson=2');
  expect(renders).toBe(1);
});

test('a click on the link of the current page adds no entry to the history', async () => {
  fireEvent.click(link());
  await isAt('/second?lesson=2');
  const { length } = history;
  fireEvent.click(link());
  await isAt('/second?lesson=2');
  expect(history.length).toBe(length);
});

test.each([{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { altKey: true }, { button: 1 }])(
  'a click with %o is left to the browser',
  (how) => {
    const isPrevented = vi.fn();
    const note = (event: Event) => isPrevented(event.defaultPrevented);
    document.body.addEventListener('click', note, { once: true });
    fireEvent(link(), createEvent.click(link(), how));
    expect(isPrevented).toHaveBeenCalledWith(false);
    expect(screen.getByRole('heading').textContent).toBe('/first');
  },
);
