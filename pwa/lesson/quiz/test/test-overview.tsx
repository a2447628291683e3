import { Button } from '#pwa/ui/controls/button.tsx';
import { Cluster } from '#pwa/ui/layout/cluster.tsx';
import { countOf } from '#schema/messages/count.ts';
import styles from './test.module.css';

interface TestOverviewProps {
  total: number;
  /** Questions without an answer, or with a part of one, by their numbers. */
  open: readonly { readonly id: string; readonly number: number }[];
  onOpen: (questionId: string) => void;
  onBack: () => void;
  onHandIn: () => void;
}

/** Asks once before a test is handed in, and leads to what is not answered. */
export function TestOverview({ total, open, onOpen, onBack, onHandIn }: TestOverviewProps) {
  return (
    <div className={styles.panel}>
      <h3 className={styles.title} tabIndex={-1}>
        Hand in this test?
      </h3>
      {open.length === 0 ? (
        <p>{total === 1 ? 'The question is answered.' : `All ${total} questions are answered.`}</p>
      ) : (
        <>
          <p>
            {open.length} of {countOf(total, 'question')} {open.length === 1 ? 'is' : 'are'} not answered:
          </p>
          <ul className={styles.open} aria-label="Not answered">
            {open.map(({ id, number }) => (
              <li key={id}>
                <Button onClick={() => onOpen(id)}>Question {number}</Button>
              </li>
            ))}
          </ul>
        </>
      )}
      <p>Your answers cannot be changed after you have handed them in.</p>
      <Cluster gap={3}>
        <Button variant="primary" onClick={onHandIn}>
          Hand in
        </Button>
        <Button onClick={onBack}>Back to the questions</Button>
      </Cluster>
    </div>
  );
}
