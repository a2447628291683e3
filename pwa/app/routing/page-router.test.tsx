import { fireEvent, screen } from '@testing-library/dom';
import { lazy, Suspense } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { beforeEach, expect, test } from 'vitest';
import { renderElement } from '#pwa/testing/screens/render-element.ts';
import { waitFor } from '#schema/testing/wait-for.ts';
import { PageRouter } from './page-router.tsx';

const Unloaded = lazy(() => new Promise<never>(() => undefined));

function Page() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const open = (to: string, isUrgent: boolean) => () => void navigate(to, { flushSync: isUrgent });
  return (
    <>
      <h1>{pathname + search}</h1>
      <button type="button" onClick={open('/first?lesson=2', true)}>
        Next lesson
      </button>
      <button type="button" onClick={open('/second', false)}>
        Next page
      </button>
      <button type="button" onClick={open('/unloaded', false)}>
        Page without its code
      </button>
      <Suspense fallback="Loading">{pathname === '/unloaded' ? <Unloaded /> : null}</Suspense>
    </>
  );
}

beforeEach(() => {
  history.replaceState(null, '', '/first');
  renderElement(
    <PageRouter>
      <Page />
    </PageRouter>,
  );
});

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const heading = () => screen.getByRole('heading').textContent;
const isAt = (address: string) => waitFor(() => expect(heading()).toBe(address));
/** React renders the effects of an event in the microtasks after it. */
const untilEventEnds = () => Promise.resolve();

test('a step that needs no code is rendered at once', async () => {
  press('Next lesson');
  await untilEventEnds();
  expect(heading()).toBe('/first?lesson=2');
});

test('other addresses, also after such a step, are rendered in a transition', async () => {
  press('Next lesson');
  await untilEventEnds();
  press('Next page');
  await untilEventEnds();
  expect(heading()).toBe('/first?lesson=2');
  await isAt('/second');
});

test('the old page stays while the code of the next one is loading, and a step from it still works', async () => {
  press('Page without its code');
  await waitFor(() => expect(location.pathname).toBe('/unloaded'));
  await new Promise((resolve) => setTimeout(resolve));
  expect(screen.queryByText('Loading')).toBeNull();
  expect(heading()).toBe('/first');
  press('Next lesson');
  await untilEventEnds();
  expect(heading()).toBe('/first?lesson=2');
});

test('the browser’s own back and forward are followed', async () => {
  press('Next lesson');
  press('Next page');
  await isAt('/second');
  history.back();
  await isAt('/first?lesson=2');
  history.forward();
  await isAt('/second');
});
