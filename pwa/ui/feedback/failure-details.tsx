import styles from './failure-details.module.css';

interface FailureDetailsProps {
  /** The last call that failed, or null. */
  failure: {
    readonly path: string;
    readonly status: number;
    readonly code: string | null;
    readonly requestId: string | null;
    readonly durationMs: number;
    readonly sizeBytes: number;
    readonly at: string;
  } | null;
  /** Further facts, by name. */
  others?: readonly (readonly [name: string, value: string])[];
}

/** Facts about a failed call, for support: never a body or a token. */
export function FailureDetails({ failure, others = [] }: FailureDetailsProps) {
  if (failure === null) return <p>No call has failed since this page opened.</p>;
  const facts = [
    ['Address', failure.path],
    ['Status', failure.status === 0 ? '0 (no response)' : String(failure.status)],
    ['Code', failure.code ?? '–'],
    ['Request', failure.requestId ?? '–'],
    ['Duration', `${failure.durationMs} ms`],
    ['Reply', `${failure.sizeBytes} bytes`],
    ['When', failure.at],
    ...others,
  ] as const;
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
