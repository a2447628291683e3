import { paths } from '#pwa/paths.ts';
import { TextLink } from '#pwa/ui/controls/text-link.tsx';
import { Chip } from '#pwa/ui/display/chip.tsx';
import { TimeAgo } from '#pwa/ui/format/time-ago.tsx';
import { useNow } from '#pwa/ui/format/use-now.ts';
import { Cluster } from '#pwa/ui/layout/cluster.tsx';
import type { Person } from '#schema/account/person.ts';
import styles from './person.module.css';
import { Section } from './section.tsx';

/** What a person asked support; they are answered in the inbox. */
export function PersonRequests({ person: { email, requests } }: { person: Person }) {
  const now = useNow();
  return (
    <Section
      id="person-requests"
      title="Support requests"
      action={requests.length > 0 && <TextLink to={paths.adminSupportOf(email)}>Open in support</TextLink>}
      empty="No support request was sent."
      rows={requests.map(({ id, userId, message, createdAt, doneAt }) => (
        <li key={id} className={styles.row}>
          <p className={styles.message} dir="auto">
            {message}
          </p>
          <Cluster>
            <Chip tone={doneAt === null ? 'wait' : 'neutral'}>{doneAt === null ? 'Open' : 'Done'}</Chip>
            <span className={styles.quiet}>
              <TimeAgo at={createdAt} now={now} />
              {userId === null && ' · sent without signing in, so the email is not verified'}
            </span>
          </Cluster>
        </li>
      ))}
    />
  );
}
