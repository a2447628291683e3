import { lastFailure } from '../../api/failures.ts';
import styles from './login-page.module.css';

/** Data for support after a failed login: facts about the call, never a password, a token or a body. */
export function DebugPanel() {
  const failure = lastFailure();
  return (
    <section className={styles.debug} aria-labelledby="debug-title">
      <h2 id="debug-title">Technical details</h2>
      {failure === null ? (
        <p>No call has failed since this page opened.</p>
      ) : (
        <dl>
          <Fact name="Address" value={failure.path} />
          <Fact name="Status" value={failure.status === 0 ? '0 (no response)' : String(failure.status)} />
          <Fact name="Code" value={failure.code ?? '–'} />
          <Fact name="Request" value={failure.requestId ?? '–'} />
          <Fact name="Duration" value={`${failure.durationMs} ms`} />
          <Fact name="Reply" value={`${failure.sizeBytes} bytes`} />
          <Fact name="When" value={failure.at} />
          <Fact name="Browser online" value={navigator.onLine ? 'yes' : 'no'} />
        </dl>
      )}
    </section>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
