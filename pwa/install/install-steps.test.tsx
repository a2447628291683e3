import { expect, it, onTestFinished } from 'vitest';
import { renderElement } from '#pwa/testing/screens/render-element.ts';
import { type SyncStatus, setSyncStatus, syncStatus } from '../sync/status/status.ts';
import { InstallSteps } from './install-steps.tsx';

/** The help of an iPhone while so much is on this device only. */
function helpWith(left: Pick<SyncStatus, 'unsent' | 'drafts'>): string {
  const before = syncStatus.get();
  onTestFinished(() => setSyncStatus(before));
  setSyncStatus({ ...before, ...left });
  const remove = renderElement(<InstallSteps way="share" name="Harbour School" />);
  const help = document.body.textContent ?? '';
  remove();
  return help;
}

it('the help for an iPhone names what the installed app will not have: unsent changes and drafts', () => {
  expect(helpWith({ unsent: 0, drafts: 2 })).toContain(
    '2 drafts are on this device only: open and save them first. The installed app has its own storage',
  );
  expect(helpWith({ unsent: 1, drafts: 1 })).toContain(
    '1 change is waiting to sync: send first. 1 draft is on this device only: open and save it first.',
  );
  expect(helpWith({ unsent: 0, drafts: 0 })).not.toMatch(/draft|waiting|was not sent/);
});

it('the help names the app as the school does', () => {
  expect(helpWith({ unsent: 0, drafts: 0 })).toContain('Open Harbour School from the home screen.');
});
