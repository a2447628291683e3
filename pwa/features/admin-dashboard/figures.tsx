import { Card } from '#pwa/ui/layout/card.tsx';
import { formatCount } from '#schema/messages/count.ts';
import { activationRate, type Stats } from '#schema/stats.ts';
import styles from './admin-dashboard-page.module.css';

/** The four figures. */
export function Figures({ stats }: { stats: Stats }) {
  return (
    <dl className={styles.figures}>
      <Figure name="Total courses" value={formatCount(stats.totalCourses)} />
      <Figure name="Total users" value={formatCount(stats.totalUsers)} />
      <Figure name="Total activations" value={formatCount(stats.totalActivations)} />
      <Figure
        name="Activation rate"
        value={`${formatCount(activationRate(stats))}%`}
        hint="activations per 100 users"
      />
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
