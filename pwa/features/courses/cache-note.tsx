import { useState } from 'react';
import { Link } from 'react-router-dom';
import { describeFailure } from '#schema/messages/user-facing-error.ts';
import { findPath, paths } from '../../paths.ts';
import { Button } from '../../ui/controls/button.tsx';
import { RefreshIcon } from '../../ui/display/icons.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
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
      <h2 id="cache-note-title">A course is missing, or looks out of date?</h2>
      <p>
        Try clearing your browser’s cache or using an incognito window. Before you do: <strong>Repair</strong>{' '}
        fetches the app and the course list afresh and leaves your progress, your downloads and everything
        unsent alone. Clearing the site’s data deletes all of that from this device, and what has not been
        sent yet <Link to={paths.privacy}>cannot be brought back</Link>.
      </p>
      <div className={styles.noteActions}>
        <Button isBusy={state.step === 'busy'} onClick={() => void run()}>
          {state.step !== 'busy' && <RefreshIcon />}
          {state.step === 'busy' ? 'Repairing…' : 'Repair'}
        </Button>
        {support && <Link to={support}>Contact support</Link>}
      </div>
      {state.step === 'done' && (
        <Notice tone="ok">The app and the course list are fresh. Nothing of yours was touched.</Notice>
      )}
      {state.step === 'failed' && (
        <Notice tone="bad" title="Repair could not finish">
          {state.problem} Nothing was deleted.
        </Notice>
      )}
    </section>
  );
}
