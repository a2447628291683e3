import { SelectField } from '#pwa/ui/fields/select-field.tsx';
import { Cluster } from '#pwa/ui/layout/cluster.tsx';
import { type BatchFilter, type BatchState, stateLabels } from './codes-model.ts';
import type { CourseChoice } from './use-batches.ts';

interface BatchFiltersProps {
  filter: BatchFilter;
  courses: readonly CourseChoice[];
  onChange: (filter: BatchFilter) => void;
}

const isState = (value: string): value is BatchState => value in stateLabels;

/** Course and state, which are combined. */
export function BatchFilters({ filter, courses, onChange }: BatchFiltersProps) {
  return (
    <Cluster as="search" gap={3}>
      <SelectField
        label="Course"
        value={filter.courseId ?? ''}
        onChange={({ target }) => onChange({ ...filter, courseId: target.value || null })}
      >
        <option value="">All courses</option>
        {courses.map(({ id, title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="State"
        value={filter.state ?? ''}
        onChange={({ target }) => onChange({ ...filter, state: isState(target.value) ? target.value : null })}
      >
        <option value="">All states</option>
        {Object.entries(stateLabels).map(([value, { label }]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
    </Cluster>
  );
}
