import { useCallback } from 'react';
import { paths } from '#pwa/paths.ts';
import { useRefresh } from '#pwa/session/queries/use-refresh.ts';
import { useUserId } from '#pwa/session/use-user-id.ts';
import { refreshPerson } from '#pwa/sync/pull/refresh-person.ts';
import { TextLink } from '#pwa/ui/controls/text-link.tsx';
import { Skeleton } from '#pwa/ui/display/skeleton.tsx';
import { EmptyState } from '#pwa/ui/feedback/empty-state.tsx';
import { AdminListPage } from '#pwa/ui/layout/admin-list-page.tsx';
import { Stack } from '#pwa/ui/layout/stack.tsx';
import { useParameter } from '#pwa/ui/use-parameter.ts';
import { adminMessages } from '#schema/messages/admin-messages.ts';
import { PersonCodes } from './person-codes.tsx';
import { PersonCourses } from './person-courses.tsx';
import { PersonDevices } from './person-devices.tsx';
import { PersonFacts } from './person-facts.tsx';
import { PersonRequests } from './person-requests.tsx';
import { type StoredView, usePerson } from './use-person.ts';

/** One person: courses with progress, codes, devices and support requests, and what an admin can do for them. */
export function PersonPage() {
  const userId = useParameter('userId');
  const stored = usePerson(userId);
  const refreshing = useRefresh(useCallback(() => refreshPerson(userId), [userId]));
  const { shown = null, isGone = false, fetchedAt = null } = stored ?? {};
  return (
    <AdminListPage
      title={shown?.user.name ?? 'Learner'}
      action={<TextLink to={paths.adminUsers}>All users</TextLink>}
      failedTitle={adminMessages.personFailed}
      {...refreshing}
      fetchedAt={fetchedAt}
      ownData={shown === null ? 'none' : 'some'}
      skeleton={<PersonSkeleton />}
      empty={isGone && <Gone />}
    >
      {stored && shown && (
        <Stack gap={5}>
          <PersonFacts
            shown={shown}
            createdAt={stored.person?.createdAt ?? null}
            isOnline={refreshing.isOnline}
          />
          <Details stored={stored} isBusy={refreshing.isBusy} onChange={refreshing.refresh} />
        </Stack>
      )}
    </AdminListPage>
  );
}

interface DetailsProps {
  stored: StoredView;
  isBusy: boolean;
  /** After an action that only the server knows of. */
  onChange: () => void;
}

function Details({ stored: { shown, person, courses, givable }, isBusy, onChange }: DetailsProps) {
  const ownId = useUserId();
  if (shown === null) return null;
  if (person === null)
    return isBusy ? (
      <PersonSkeleton />
    ) : (
      <p role="status">
        The courses, codes and devices of this person are not on this device. Connect to load them.
      </p>
    );
  return (
    <>
      <PersonCourses user={shown.user} courses={courses} givable={givable} />
      <PersonCodes codes={person.codes} />
      <PersonDevices
        user={shown.user}
        devices={person.devices}
        isOwn={shown.user.id === ownId}
        onChange={onChange}
      />
      <PersonRequests person={person} />
    </>
  );
}

function Gone() {
  return (
    <EmptyState>
      <h2>This account no longer exists</h2>
      <p>It was deleted by its user, with name, email, devices and progress. Codes that it used stay used.</p>
    </EmptyState>
  );
}

function PersonSkeleton() {
  return (
    <Stack gap={5}>
      <Skeleton height="9rem" />
      <Skeleton height="16rem" />
    </Stack>
  );
}
