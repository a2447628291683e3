import styles from './filter-chips.module.css';

interface FilterChipsProps<Id extends string> {
  /** The name of the choice, for screen readers. */
  legend: string;
  chips: readonly { readonly id: Id; readonly name: string }[];
  isOn: (id: Id) => boolean;
  onChoose: (id: Id) => void;
}

/** Choices of which the chosen ones are filled. */
export function FilterChips<Id extends string>({ legend, chips, isOn, onChoose }: FilterChipsProps<Id>) {
  return (
    <fieldset className={styles.chips}>
      <legend className="visually-hidden">{legend}</legend>
      {chips.map(({ id, name }) => (
        <button
          key={id}
          type="button"
          className={styles.chip}
          aria-pressed={isOn(id)}
          onClick={() => onChoose(id)}
        >
          {name}
        </button>
      ))}
    </fieldset>
  );
}
