import { paths } from '#pwa/paths.ts';
import { usePrivateQuery } from '#pwa/session/queries/use-private-query.ts';
import { listOfflineCourses } from '#pwa/store/offline/offline-courses.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { ButtonLink } from '#pwa/ui/controls/button-link.tsx';
import { EmptyState } from '#pwa/ui/feedback/empty-state.tsx';
import { Notice } from '#pwa/ui/feedback/notice.tsx';
import { SearchField } from '#pwa/ui/fields/search-field.tsx';
import { Page } from '#pwa/ui/layout/page.tsx';
import { PageTitle } from '#pwa/ui/layout/page-title.tsx';
import { useAddressText } from '#pwa/ui/lists/use-address-text.ts';
import styles from './search-page.module.css';
import { SearchResults } from './search-results.tsx';
import { describeFound, describeScope } from './search-text.ts';
import { type Search, useSearch } from './use-search.ts';

/** Full-text search in the lessons on this device, online and offline. */
export function SearchPage() {
  const { text, type } = useAddressText('q');
  const courses = usePrivateQuery(listOfflineCourses, []);
  const search = useSearch(text);
  if (courses?.length === 0) return <NothingStored />;
  const all = (courses ?? []).flatMap(({ modules }) => modules).flatMap(({ lessons }) => lessons).length;
  const here = (search.searchable ?? []).flatMap(({ lessons }) => lessons).length;
  const hasQuery = text.trim() !== '';
  return (
    <Page width="text">
      <PageTitle>Search lessons</PageTitle>
      <p className={styles.scope}>{all === 0 ? '' : describeScope({ here, all })}</p>
      <search>
        <SearchField label="Search text" text={text} onSearch={(typed) => type(typed, addressOf(typed))} />
      </search>
      <p className={styles.count} role="status">
        {hasQuery && describeState(search, text)}
      </p>
      {search.problem !== null && <Problem search={search} />}
      {hasQuery && search.found?.count === 0 && (
        <p className={styles.advice}>
          Try fewer or shorter terms. The first three letters are enough, and accents do not matter.
        </p>
      )}
      {courses && search.found && <SearchResults found={search.found} courses={courses} />}
    </Page>
  );
}

function addressOf(text: string): URLSearchParams {
  return new URLSearchParams(text.trim() === '' ? {} : { q: text });
}

function describeState({ found, problem }: Search, query: string): string {
  if (found !== null) return describeFound(found, query);
  return problem === null ? 'Indexing your lessons…' : '';
}

function Problem({ search }: { search: Search }) {
  return (
    <Notice
      tone="bad"
      title="Search failed"
      actions={
        <Button size="sm" onClick={search.retry}>
          Try again
        </Button>
      }
    >
      {search.problem} Your lessons are still available.
    </Notice>
  );
}

function NothingStored() {
  return (
    <Page width="text">
      <PageTitle>Search lessons</PageTitle>
      <EmptyState className={styles.group}>
        <h2>Nothing to search yet</h2>
        <p>Unlock a course to search its lessons. Search works offline.</p>
        <ButtonLink to={paths.dashboard}>Go to dashboard</ButtonLink>
      </EmptyState>
    </Page>
  );
}
