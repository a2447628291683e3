import { activationRate, type Stats } from '#schema/stats.ts';
import { Card } from '../../ui/card.tsx';
import styles from './admin-dashboard-page.module.css';

const wholeNumber = new Intl.NumberFormat('en-GB');

/** The four figures. */
export function Figures({ stats }: { stats: Stats }) {
  return (
    <dl className={styles.figures}>
      <Figure name="Total courses" value={wholeNumber.format(stats.totalCourses)} />
      <Figure name="Total users" value={wholeNumber.format(stats.totalUsers)} />
      <Figure name="Total activations" value={wholeNumber.format(stats.totalActivations)} />
      <Figure name="Activation rate" value={`${activationRate(stats)}%`} hint="activations per 100 users" />
    </dl>
  );
}

function Figure({ name, value, hint }: { name: string; value: string; hint?: string }) {
  return (
    <Card className={styles.figure}>
      <dt>{name}</dt>
      <dd>
        {value}
        {hint && <span className={styles.hint}>{hint}</span>}
      </dd>
    </Card>
  );
}
