import { createEvent, fireEvent, screen } from '@testing-library/dom';
import { BrowserRouter, useLocation } from 'react-router-dom';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { renderElement } from '#pwa/testing/screens/render-element.ts';
import { waitFor } from '#schema/testing/wait-for.ts';
import { Link, NavLink } from './link.tsx';

const onPress = vi.fn();

function Page() {
  const { pathname, search, state } = useLocation();
  return (
    <>
      <h1>{`${pathname}${search} ${state}`}</h1>
      <Link to="/second?lesson=2" state="known" onClick={onPress}>
        Second
      </Link>
      <Link to="/third" replace>
        Third
      </Link>
      <NavLink to="/first">First</NavLink>
    </>
  );
}

beforeEach(() => {
  onPress.mockReset();
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

const link = (name: string) => screen.getByRole('link', { name });
const isAt = (address: string) =>
  waitFor(() => expect(screen.getByRole('heading').textContent).toBe(address));
const current = () => screen.getAllByRole('link', { current: 'page' }).map(({ textContent }) => textContent);

test('a click opens the address, with its state', async () => {
  expect(link('Second').getAttribute('href')).toBe('/second?lesson=2');
  fireEvent.click(link('Second'));
  await isAt('/second?lesson=2 known');
  expect(onPress).toHaveBeenCalledOnce();
});

test('a link that replaces adds no entry to the history', async () => {
  const { length } = history;
  fireEvent.click(link('Third'));
  await isAt('/third null');
  expect(history.length).toBe(length);
});

test.each([{ ctrlKey: true }, { button: 1 }])('a click with %o is left to the browser', async (how) => {
  fireEvent(link('Second'), createEvent.click(link('Second'), how));
  await isAt('/first null');
});

test('a press that its own handler takes opens nothing', async () => {
  onPress.mockImplementation((event: Event) => event.preventDefault());
  fireEvent.click(link('Second'));
  await isAt('/first null');
});

test('a link of a navigation says whether the user is on its screen', async () => {
  expect(current()).toEqual(['First']);
  fireEvent.click(link('Third'));
  await isAt('/third null');
  expect(screen.queryAllByRole('link', { current: 'page' })).toEqual([]);
});
