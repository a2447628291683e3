import { type ComponentProps, Fragment } from 'react';
import { paths } from '#pwa/paths.ts';
import { classNames } from '#pwa/ui/class-names.ts';
import { TextLink } from '#pwa/ui/controls/text-link.tsx';
import { Avatar } from '#pwa/ui/display/avatar.tsx';
import { media } from '#pwa/ui/layout/breakpoints.ts';
import { Card } from '#pwa/ui/layout/card.tsx';
import { Cluster } from '#pwa/ui/layout/cluster.tsx';
import { Stack } from '#pwa/ui/layout/stack.tsx';
import { useMediaQuery } from '#pwa/ui/layout/use-media-query.ts';
import table from '#pwa/ui/lists/list-table.module.css';
import { rowCount, rowIndex, setPlace } from '#pwa/ui/lists/row-place.ts';
import { RoleAction } from './role-action.tsx';
import { RoleBadge } from './role-badge.tsx';
import { SignOutAction } from './sign-out-action.tsx';
import type { UserPage } from './use-users.ts';
import styles from './user-list.module.css';
import { breakAddress, describeCourses, type ShownUser } from './users-model.ts';

interface UserListProps {
  page: UserPage;
  /** The id of the signed-in user: only others can change their role. */
  ownId: string;
  isOnline: boolean;
  onChoose: (shown: ShownUser) => void;
}

/** A table if five columns fit, otherwise one card per user. */
export function UserList(props: UserListProps) {
  const isWide = useMediaQuery(media['--wide']);
  return isWide ? <UserTable {...props} /> : <UserCards {...props} />;
}

function UserTable({ page, ownId, isOnline, onChoose }: UserListProps) {
  return (
    <Card className={table.sheet}>
      <table className={classNames(table.table, styles.columns)} {...rowCount(page)}>
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col">User</th>
            <th scope="col">Email</th>
            <th scope="col">Role</th>
            <th scope="col">Activated Courses</th>
            <th scope="col">Actions</th>
          </tr>
        </thead>
        <tbody>
          {page.rows.map((shown, index) => (
            <tr key={shown.user.id} {...rowIndex(page, index)}>
              <th scope="row">
                <Person shown={shown} />
              </th>
              <td className={styles.email}>
                <Email address={shown.user.email} />
              </td>
              <td>
                <RoleBadge shown={shown} isOnline={isOnline} />
              </td>
              <td>{describeCourses(shown.user)}</td>
              <td>
                <Actions shown={shown} isOwn={shown.user.id === ownId} onChoose={onChoose} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}

function UserCards({ page, ownId, isOnline, onChoose }: UserListProps) {
  return (
    <Stack as="ul" gap={3}>
      {page.rows.map((shown, index) => (
        <Card as="li" key={shown.user.id} className={table.card} {...setPlace(page, index)}>
          <Person shown={shown} />
          <p className={styles.email}>
            <Email address={shown.user.email} />
          </p>
          <Cluster as="p">
            <RoleBadge shown={shown} isOnline={isOnline} />
            <span>{describeCourses(shown.user)}</span>
          </Cluster>
          <Actions shown={shown} isOwn={shown.user.id === ownId} onChoose={onChoose} />
        </Card>
      ))}
    </Stack>
  );
}

function Actions(props: ComponentProps<typeof RoleAction>) {
  return (
    <Cluster>
      <RoleAction {...props} />
      {!props.isOwn && <SignOutAction user={props.shown.user} />}
    </Cluster>
  );
}

function Person({ shown: { user } }: { shown: ShownUser }) {
  return (
    <span className={styles.person}>
      <Avatar name={user.name} src={user.avatar} size={2.5} />
      <span className={styles.names}>
        <TextLink to={paths.adminUser(user.id)} className={styles.name} dir="auto">
          {user.name}
        </TextLink>
        <span className={styles.id} title={user.id}>
          ID {user.id}
        </span>
      </span>
    </span>
  );
}

/** An email address that may wrap after punctuation, but not within a word. */
function Email({ address }: { address: string }) {
  return breakAddress(address).map(({ at, text }) => (
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {text}
    </Fragment>
  ));
}
