import { useMemo } from 'react';
import { Button } from '#pwa/ui/controls/button.tsx';
import { EmptyState } from '#pwa/ui/feedback/empty-state.tsx';
import { Cluster } from '#pwa/ui/layout/cluster.tsx';
import { Stack } from '#pwa/ui/layout/stack.tsx';
import { useEditor } from '../context/editor-context.tsx';
import { useModuleAdd } from '../context/use-module-add.ts';
import { SectionCard } from '../kit/section-card.tsx';
import { countUnsaved } from '../model/record-marks.ts';
import { MarkedRecords } from './marked-records.tsx';
import { ModuleCard } from './module-card.tsx';

/** The course's modules and lessons (spec map, section 2). */
export function ModulesSection() {
  const { course, seen, isNew, drafts } = useEditor();
  const add = useModuleAdd();
  const start = useModuleAdd({ withLesson: true });
  const unsaved = useMemo(() => countUnsaved(drafts.drafts), [drafts.drafts]);
  return (
    <SectionCard
      id="course-modules"
      title="Course Modules"
      headerActions={<Button onClick={add}>Add Module</Button>}
    >
      {isNew && (
        <EmptyState>
          <h3>Save Course First</h3>
          <p>Fill in the details and save the course. Then add modules and lessons here.</p>
        </EmptyState>
      )}
      {!isNew && course.modules.length === 0 && (
        <EmptyState>
          <h3>No Modules Yet</h3>
          <p>A module is a chapter of the course and contains lessons.</p>
          <Cluster>
            <Button variant="primary" onClick={start}>
              Add module and lesson
            </Button>
            <Button onClick={add}>Add first module</Button>
          </Cluster>
        </EmptyState>
      )}
      <Stack as="ol" gap={4}>
        {course.modules.map((module, index) => (
          <ModuleCard
            key={module.id}
            module={module}
            index={index}
            count={course.modules.length}
            isEdited={drafts.drafts.modules[module.id] !== undefined}
            unsaved={unsaved.get(module.id) ?? 0}
          />
        ))}
      </Stack>
      <MarkedRecords title={seen.title} drafts={drafts.drafts} />
    </SectionCard>
  );
}
