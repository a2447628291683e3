import { screen } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import { type FormEvent, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { beforeEach, expect, it, vi } from 'vitest';
import { PageRouter } from '#pwa/app/routing/page-router.tsx';
import { renderElement } from '#pwa/testing/screens/render-element.ts';
import { waitFor } from '#schema/testing/wait-for.ts';
import { Button } from '../controls/button.tsx';
import { TextField } from '../fields/text-field.tsx';
import { Dialog } from './dialog.tsx';

const user = userEvent.setup({ delay: null });

function Page() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const [open, setOpen] = useState<'none' | 'one' | 'both'>('none');
  const leave = () => {
    setOpen('none');
    setTimeout(() => void navigate('/second'));
  };
  return (
    <>
      <h1>{pathname + search}</h1>
      <button type="button" onClick={() => setOpen('one')}>
        Open
      </button>
      <Dialog isOpen={open !== 'none'} title="Lower" onClose={() => setOpen('none')}>
        <Link to="/second">Second page</Link>
        <button type="button" onClick={() => setOpen('both')}>
          Open another
        </button>
        <button type="button" onClick={leave}>
          Done
        </button>
        <button type="button" onClick={() => void navigate('/first?tab=2', { replace: true })}>
          Second tab
        </button>
      </Dialog>
      <Dialog isOpen={open === 'both'} title="Upper" onClose={() => setOpen('one')}>
        Text
      </Dialog>
    </>
  );
}

/** A page load at the current entry of the history. */
const load = () =>
  renderElement(
    <PageRouter>
      <Page />
    </PageRouter>,
  );
const press = (name: string) => user.click(screen.getByRole('button', { name }));
const open = async () => {
  const { length } = history;
  await press('Open');
  await waitFor(() => expect(depth()).toBe(1));
  return length;
};
const depth = (): unknown => history.state?.layers ?? 0;
const titles = () => screen.queryAllByRole('dialog').map((dialog) => dialog.querySelector('h2')?.textContent);
const shows = (address: string, dialogs: readonly string[] = []) =>
  waitFor(() => {
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(address);
    expect(location.pathname + location.search).toBe(address);
    expect(titles()).toEqual(dialogs);
  });
const atPage = () => waitFor(() => expect(depth()).toBe(0));

let unload: () => void;
beforeEach(() => {
  history.pushState(null, '', '/before');
  history.pushState(null, '', '/first');
  unload = load();
});

it('Back closes the top layer, then the one below, and only then leaves the page', async () => {
  await open();
  await press('Open another');
  await shows('/first', ['Lower', 'Upper']);
  await waitFor(() => expect(depth()).toBe(2));
  history.back();
  await shows('/first', ['Lower']);
  history.back();
  await shows('/first');
  history.back();
  await shows('/before');
});

it('leaves no entries behind after twenty dialogs were opened and closed', async () => {
  const length = await open();
  await press('Close');
  await atPage();
  for (let times = 1; times < 20; times += 1) {
    await open();
    await press('Close');
    await atPage();
  }
  expect(history.length).toBe(length + 1);
  history.back();
  await shows('/before');
});

it('returns to the page with one step after a link in a layer was followed', async () => {
  const length = await open();
  await user.click(screen.getByRole('link', { name: 'Second page' }));
  await shows('/second', ['Lower']);
  expect(history.length).toBe(length + 1);
  await press('Close');
  history.back();
  await shows('/first');
});

it('follows a step that is made while the entry of a closed layer is being left', async () => {
  await open();
  await press('Done');
  await shows('/second');
  history.back();
  await shows('/first');
  history.back();
  await shows('/before');
});

it('does nothing on Forward to a layer that is closed', async () => {
  await open();
  history.back();
  await shows('/first');
  history.forward();
  await atPage();
  await shows('/first');
  history.back();
  await shows('/before');
});

it('leaves the entry of a layer that a reload has closed', async () => {
  await open();
  unload();
  expect(depth()).toBe(1);
  load();
  await atPage();
  await shows('/first');
  history.back();
  await shows('/before');
});

it('opens a dialog with a form in its first field, where Enter submits', async () => {
  const submit = vi.fn((event: FormEvent) => event.preventDefault());
  renderElement(
    <Dialog isOpen title="Form" onClose={() => undefined} actions={<Button>Cancel</Button>}>
      <form onSubmit={submit}>
        <TextField label="Name" />
        <Button type="submit">Add</Button>
      </form>
    </Dialog>,
  );
  expect(document.activeElement).toBe(screen.getByLabelText('Name'));
  await user.keyboard('{Enter}');
  expect(submit).toHaveBeenCalledTimes(1);
});

it('retains an address that was replaced while the layer was open', async () => {
  await open();
  await press('Second tab');
  await shows('/first?tab=2', ['Lower']);
  history.back();
  await shows('/first?tab=2');
  history.back();
  await shows('/before');
});
