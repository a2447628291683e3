import { paths } from '#pwa/paths.ts';
import { TextLink } from '#pwa/ui/controls/text-link.tsx';
import { Chip } from '#pwa/ui/display/chip.tsx';
import { Cluster } from '#pwa/ui/layout/cluster.tsx';
import type { UsedCode } from '#schema/account/person.ts';
import styles from './person.module.css';
import { Section } from './section.tsx';

const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

/** The codes that a person has used, each with a link to its batch. */
export function PersonCodes({ codes }: { codes: readonly UsedCode[] }) {
  return (
    <Section
      id="person-codes"
      title="Used codes"
      empty="No code was used."
      rows={codes.map(({ codeId, code, courseTitle, batchId, batchName, at, undoneAt }) => (
        <li key={codeId} className={styles.row}>
          <Cluster isSpread>
            <span className={styles.code}>{code}</span>
            <TextLink to={paths.adminCodeBatch(batchId)}>{batchName || 'Uploaded codes'}</TextLink>
          </Cluster>
          <Cluster>
            <span className={styles.quiet}>
              {courseTitle} · used on <time dateTime={at}>{moment.format(Date.parse(at))}</time>
            </span>
            {undoneAt !== null && <Chip tone="bad">Access removed</Chip>}
          </Cluster>
        </li>
      ))}
    />
  );
}
