import { FilterChips } from '#pwa/ui/controls/filter-chips.tsx';
import { SearchField } from '#pwa/ui/fields/search-field.tsx';
import { Stack } from '#pwa/ui/layout/stack.tsx';
import { type LibraryCategory, libraryCategories } from '#schema/courses/library.ts';
import { categoryLabels, type LibraryFilter } from './library-view.ts';

const categories = libraryCategories.map((id) => ({ id, name: categoryLabels[id] }));

interface LibraryControlsProps {
  filter: LibraryFilter;
  onSearch: (text: string) => void;
  onChoose: (category: LibraryCategory) => void;
}

export function LibraryControls({ filter, onSearch, onChoose }: LibraryControlsProps) {
  return (
    <Stack as="search" gap={4}>
      <SearchField
        label="Search the library"
        placeholder="Title, subject or instructor"
        text={filter.text}
        onSearch={onSearch}
      />
      <FilterChips
        legend="Category"
        chips={categories}
        isOn={(category) => category === filter.category}
        onChoose={onChoose}
      />
    </Stack>
  );
}
