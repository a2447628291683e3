import { SelectField } from '#pwa/ui/fields/select-field.tsx';
import styles from './admin-audit-page.module.css';
import type { AuditFilter } from './audit-model.ts';

interface AuditFiltersProps {
  filter: AuditFilter;
  onChange: (filter: AuditFilter) => void;
  courses: readonly { readonly id: string; readonly name: string }[];
  people: readonly { readonly id: string; readonly name: string }[];
}

/** The filters by course and author, which are combined. */
export function AuditFilters({ filter, onChange, courses, people }: AuditFiltersProps) {
  return (
    <search className={styles.filters}>
      <SelectField
        label="Course"
        value={filter.courseId ?? ''}
        onChange={({ target }) => onChange({ ...filter, courseId: target.value || null })}
      >
        <option value="">All courses</option>
        {courses.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="User"
        value={filter.userId ?? ''}
        onChange={({ target }) => onChange({ ...filter, userId: target.value || null })}
      >
        <option value="">All users</option>
        {people.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
    </search>
  );
}
