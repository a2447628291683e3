import { useState } from 'react';
import { findPath, paths } from '#pwa/paths.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { Link } from '#pwa/ui/controls/link.tsx';
import { RefreshIcon } from '#pwa/ui/display/icons.tsx';
import { Notice } from '#pwa/ui/feedback/notice.tsx';
import { Cluster } from '#pwa/ui/layout/cluster.tsx';
import { describeFailure } from '#schema/messages/user-facing-error.ts';
import styles from './courses-page.module.css';
import { repair } from './repair.ts';

type RepairState = { step: 'idle' | 'busy' | 'done' } | { step: 'failed'; problem: string };

const support = findPath('support');

/** The note about the cache, beside a Repair button that deletes no user data. */
export function CacheNote() {
  const [state, setState] = useState<RepairState>({ step: 'idle' });
  const run = async () => {
    setState({ step: 'busy' });
    try {
      await repair();
      setState({ step: 'done' });
    } catch (error) {
      setState({ step: 'failed', problem: describeFailure(error) });
    }
  };
  return (
    <section className={styles.note} aria-labelledby="cache-note-title">
      <h2 id="cache-note-title">Is a course missing or out of date?</h2>
      <p>
        Try clearing your browser’s cache or using an incognito window. Before you do: <strong>Repair</strong>{' '}
        downloads the app and the course list again. Your progress, downloads and unsent edits stay. Clearing
        the site data deletes them from this device; unsent edits{' '}
        <Link to={paths.privacy}>cannot be restored</Link>.
      </p>
      <Cluster gap={3} className={styles.noteActions}>
        <Button isBusy={state.step === 'busy'} onClick={() => void run()}>
          {state.step !== 'busy' && <RefreshIcon />}
          {state.step === 'busy' ? 'Repairing…' : 'Repair'}
        </Button>
        {support && <Link to={support}>Contact support</Link>}
      </Cluster>
      {state.step === 'done' && (
        <Notice tone="ok">The app and the course list are up to date. Your data is unchanged.</Notice>
      )}
      {state.step === 'failed' && (
        <Notice tone="bad" title="Repair failed">
          {state.problem} Nothing was deleted.
        </Notice>
      )}
    </section>
  );
}
