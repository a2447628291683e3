import { useRef } from 'react';
import { IconButton } from '../controls/icon-button.tsx';
import { CloseIcon } from '../display/icons.tsx';
import styles from './search-field.module.css';
import { TextField } from './text-field.tsx';

interface SearchFieldProps {
  label: string;
  placeholder?: string;
  text: string;
  onSearch: (text: string) => void;
}

/** A search-as-you-type field; clearing it returns the focus to it. */
export function SearchField({ label, placeholder, text, onSearch }: SearchFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const clear = () => {
    onSearch('');
    field.current?.focus();
  };
  return (
    <div className={styles.search}>
      <TextField
        ref={field}
        label={label}
        type="search"
        dir={undefined}
        enterKeyHint="search"
        autoComplete="off"
        placeholder={placeholder}
        className={styles.input}
        value={text}
        onChange={(event) => onSearch(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && text !== '') clear();
        }}
      />
      {text !== '' && (
        <IconButton label="Clear search" className={styles.clear} onClick={clear}>
          <CloseIcon />
        </IconButton>
      )}
    </div>
  );
}
