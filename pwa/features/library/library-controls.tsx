import { type LibraryCategory, libraryCategories } from '#schema/courses/library.ts';
import { SearchField } from '../../ui/controls/search-field.tsx';
import { Stack } from '../../ui/layout/stack.tsx';
import styles from './library-page.module.css';
import { categoryLabels, type LibraryFilter } from './library-view.ts';

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
      <fieldset className={styles.chips}>
        <legend className="visually-hidden">Category</legend>
        {libraryCategories.map((category) => (
          <button
            key={category}
            type="button"
            className={styles.chip}
            aria-pressed={filter.category === category}
            onClick={() => onChoose(category)}
          >
            {categoryLabels[category]}
          </button>
        ))}
      </fieldset>
    </Stack>
  );
}
