import { Cluster } from '#pwa/ui/layout/cluster.tsx';
import styles from './admin-users-page.module.css';
import type { UserFilter } from './users-model.ts';

const roles = [
  { value: 'all', label: 'All Roles' },
  { value: 'user', label: 'Users' },
  { value: 'admin', label: 'Admins' },
] as const;

interface UserFiltersProps {
  filter: UserFilter;
  onChange: (filter: UserFilter) => void;
  /** Called when the user is about to type. */
  onPrepare: () => void;
}

/** The search field and the role filter, which are combined. */
export function UserFilters({ filter, onChange, onPrepare }: UserFiltersProps) {
  const readRole = (value: string) => roles.find((role) => role.value === value)?.value ?? 'all';
  return (
    <Cluster as="search" gap={3}>
      <input
        type="search"
        className={styles.search}
        placeholder="Search users..."
        aria-label="Search users by name or email"
        value={filter.text}
        onFocus={onPrepare}
        onChange={(event) => onChange({ ...filter, text: event.target.value })}
      />
      <select
        className={styles.select}
        aria-label="Role"
        value={filter.role}
        onChange={(event) => onChange({ ...filter, role: readRole(event.target.value) })}
      >
        {roles.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </Cluster>
  );
}
