import { isCaptions } from '#schema/courses/captions.ts';
import type { Resource } from '#schema/courses/resource.ts';
import { parseUrl } from '../device/parse-url.ts';
import { cachedFileUrl, parseFileId } from '../downloads/cache/cached-file-url.ts';
import { Chip } from '../ui/display/chip.tsx';
import { Stack } from '../ui/layout/stack.tsx';
import { formatBytes } from './format-bytes.ts';
import styles from './resource-list.module.css';
import { useDownloadedFileIds } from './use-downloaded-file-ids.ts';

const typeNames: Record<Resource['type'], string> = { pdf: 'PDF', video: 'Video', link: 'Link' };

interface ResourceListProps {
  userId: string;
  resources: readonly Resource[];
}

/**
 * The resources of a lesson, except captions, which the player shows. Each opens in a new tab, from this
 * device if it is downloaded.
 */
export function ResourceList({ userId, resources }: ResourceListProps) {
  const downloadedIds = useDownloadedFileIds() ?? new Set();
  const offered = resources.filter((resource) => !isCaptions(resource));
  if (offered.length === 0) return null;
  return (
    <section className={styles.resources} aria-labelledby="lesson-resources">
      <h2 id="lesson-resources" className={styles.heading}>
        Additional Resources
      </h2>
      <Stack as="ul" gap={3}>
        {offered.map((resource) => (
          <li key={resource.id}>
            <ResourceLink userId={userId} resource={resource} downloadedIds={downloadedIds} />
          </li>
        ))}
      </Stack>
    </section>
  );
}

interface ResourceLinkProps {
  userId: string;
  resource: Resource;
  downloadedIds: ReadonlySet<string>;
}

function ResourceLink({ userId, resource, downloadedIds }: ResourceLinkProps) {
  const fileId = parseFileId(resource.url);
  const isDownloaded = fileId !== null && downloadedIds.has(fileId);
  const size = resource.sizeBytes === null ? null : formatBytes(resource.sizeBytes);
  const place = isDownloaded ? 'downloaded' : 'needs a connection';
  const href = isDownloaded ? cachedFileUrl(userId, fileId) : safeAddress(resource.url);
  return (
    <a className={styles.resource} href={href} target="_blank" rel="noopener">
      <Chip>{typeNames[resource.type]}</Chip>
      <span className={styles.title} dir="auto">
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
  return parseUrl(url)?.protocol === 'https:' ? url : undefined;
}
