import { formatCount } from '#schema/messages/count.ts';
import styles from './funnel-chart.module.css';

export interface FunnelStep {
  readonly key: string;
  readonly name: string;
  readonly count: number;
  /** The difference to the step before, such as `12 fewer (20 %)`; null for the first step. */
  readonly change: string | null;
}

const HEIGHT = 12;

/** Steps that fewer and fewer take: a bar for each, of which the whole width is `whole`. */
export function FunnelChart({ steps, whole }: { steps: readonly FunnelStep[]; whole: number }) {
  return (
    <ol className={styles.funnel}>
      {steps.map(({ key, name, count, change }) => (
        <li key={key} className={styles.step}>
          <span className={styles.name}>{name}</span>
          <span className={styles.count}>{formatCount(count)}</span>
          <StepBar share={whole === 0 ? 0 : count / whole} />
          {change !== null && <span className={styles.change}>{change}</span>}
        </li>
      ))}
    </ol>
  );
}

/** Beside its number, which screen readers read. */
function StepBar({ share }: { share: number }) {
  return (
    <svg className={styles.bars} height={HEIGHT} aria-hidden="true" focusable="false">
      <rect className={styles.track} width="100%" height={HEIGHT} rx="3" />
      <rect className={styles.bar} width={`${share * 100}%`} height={HEIGHT} rx="3" />
    </svg>
  );
}
