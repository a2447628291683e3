import { useId } from 'react';
import styles from './radio-field.module.css';

interface RadioFieldProps<Value extends string> {
  legend: string;
  options: readonly { readonly value: Value; readonly label: string; readonly hint: string }[];
  value: Value;
  onChange: (value: Value) => void;
}

/** A choice of one, each with a sentence about it. */
export function RadioField<Value extends string>({
  legend,
  options,
  value,
  onChange,
}: RadioFieldProps<Value>) {
  const group = useId();
  return (
    <fieldset className={styles.choices}>
      <legend className={styles.legend}>{legend}</legend>
      {options.map((option) => (
        <label key={option.value} className={styles.choice}>
          <input
            type="radio"
            name={group}
            checked={option.value === value}
            aria-describedby={`${group}-${option.value}`}
            onChange={() => onChange(option.value)}
          />
          <span>
            <span className={styles.label}>{option.label}</span>
            <span className={styles.hint} id={`${group}-${option.value}`}>
              {option.hint}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
