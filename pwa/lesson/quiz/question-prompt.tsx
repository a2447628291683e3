import { LessonText } from '#pwa/lesson/text/lesson-text.tsx';
import { isRightToLeft } from '#pwa/lesson/text/text-direction.ts';
import styles from './question-card.module.css';

interface QuestionPromptProps {
  id: string;
  /** Null where it is said elsewhere, or there is only one question. */
  number: number | null;
  html: string;
}

/** What is asked. It names the input of the answer. */
export function QuestionPrompt({ id, number, html }: QuestionPromptProps) {
  return (
    <div id={id} className={styles.prompt} dir={isRightToLeft(withoutTags(html)) ? 'rtl' : undefined}>
      {number !== null && <span className={styles.number}>{number}.</span>}
      <LessonText html={html} />
    </div>
  );
}

const withoutTags = (html: string): string => html.replace(/<[^>]*>|&\w+;/g, ' ');
