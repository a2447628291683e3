import { isCaptions } from '#schema/captions.ts';
import type { Resource } from '#schema/resource.ts';
import { keptFileUrl, parseFileId } from '../downloads/kept-url.ts';
import { Chip } from '../ui/chip.tsx';
import { formatBytes } from './format-bytes.ts';
import styles from './resource-list.module.css';
import { useKeptFileIds } from './use-kept-file-ids.ts';

const typeNames: Record<Resource['type'], string> = { pdf: 'PDF', video: 'Video', link: 'Link' };

interface ResourceListProps {
  userId: string;
  resources: readonly Resource[];
  heading?: string;
}

/**
 * The resources of a lesson, except captions, which the player shows. Each opens in a new tab, from this
 * device if it is downloaded.
 */
export function ResourceList({ userId, resources, heading = 'Resources' }: ResourceListProps) {
  const keptIds = useKeptFileIds() ?? new Set();
  const offered = resources.filter((resource) => !isCaptions(resource));
  if (offered.length === 0) return null;
  return (
    <section className={styles.resources} aria-labelledby="lesson-resources">
      <h2 id="lesson-resources" className={styles.heading}>
        {heading}
      </h2>
      <ul className={styles.list}>
        {offered.map((resource) => (
          <li key={resource.id}>
            <ResourceLink userId={userId} resource={resource} keptIds={keptIds} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface ResourceLinkProps {
  userId: string;
  resource: Resource;
  keptIds: ReadonlySet<string>;
}

function ResourceLink({ userId, resource, keptIds }: ResourceLinkProps) {
  const fileId = parseFileId(resource.url);
  const isKept = fileId !== null && keptIds.has(fileId);
  const size = resource.sizeBytes === null ? null : formatBytes(resource.sizeBytes);
  const place = isKept ? 'on this device' : 'needs a connection';
  const href = isKept ? keptFileUrl(userId, fileId) : safeAddress(resource.url);
  return (
    <a className={styles.resource} href={href} target="_blank" rel="noopener">
      <Chip>{typeNames[resource.type]}</Chip>
      <span className={styles.title}>
        {resource.title}
        <span className="visually-hidden"> (opens in a new tab)</span>
      </span>
      <span className={styles.place}>{size === null ? place : `${size} · ${place}`}</span>
    </a>
  );
}

/** Only web URLs and our own media become links, even if an old row contains something else. */
function safeAddress(url: string): string | undefined {
  if (parseFileId(url) !== null) return url;
  return URL.canParse(url) && new URL(url).protocol === 'https:' ? url : undefined;
}
