import { useRef } from 'react';
import { type LibraryCategory, libraryCategories } from '#schema/library.ts';
import { CloseIcon } from '../../ui/icons.tsx';
import { TextField } from '../../ui/text-field.tsx';
import styles from './library-page.module.css';
import { categoryLabels, type LibraryFilter } from './library-view.ts';

interface LibraryControlsProps {
  filter: LibraryFilter;
  onSearch: (text: string) => void;
  onChoose: (category: LibraryCategory) => void;
}

export function LibraryControls({ filter, onSearch, onChoose }: LibraryControlsProps) {
  return (
    <search className={styles.controls}>
      <SearchField text={filter.text} onSearch={onSearch} />
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
    </search>
  );
}

/** Filters while one types; clearing gives the caret back to the field. */
function SearchField({ text, onSearch }: { text: string; onSearch: (text: string) => void }) {
  const field = useRef<HTMLInputElement>(null);
  const clear = () => {
    onSearch('');
    field.current?.focus();
  };
  return (
    <div className={styles.search}>
      <TextField
        ref={field}
        label="Search the library"
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        placeholder="Title, subject or instructor"
        className={styles.searchInput}
        value={text}
        onChange={(event) => onSearch(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && text !== '') clear();
        }}
      />
      {text !== '' && (
        <button type="button" className={styles.clear} aria-label="Clear search" onClick={clear}>
          <CloseIcon />
        </button>
      )}
    </div>
  );
}
