import { lastFailure } from '../../../api/failures.ts';
import styles from './failure-details.module.css';

/** The debug panel (spec map, section 2): facts about the last failed call, never a body or a code. */
export function FailureDetails() {
  const failure = lastFailure();
  return (
    <details className={styles.details}>
      <summary>Technical details</summary>
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
        </dl>
      )}
    </details>
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
