import { type ReactNode, useId } from 'react';
import { classNames } from '#pwa/ui/class-names.ts';
import styles from './choice-row.module.css';

interface ChoiceRowProps<Value extends string> {
  legend: string;
  options: readonly Value[];
  names: Readonly<Record<Value, string>>;
  value: Value;
  onChange: (value: Value) => void;
  /** What is shown in place of the name, which screen readers read. */
  renderOption?: (value: Value) => ReactNode;
  className?: string | undefined;
}

/** A choice of one among a few, side by side. */
export function ChoiceRow<Value extends string>(props: ChoiceRowProps<Value>) {
  const { legend, options, names, value, onChange, renderOption, className } = props;
  const group = useId();
  return (
    <fieldset className={classNames(styles.row, className)}>
      <legend className={styles.legend}>{legend}</legend>
      <div className={styles.options}>
        {options.map((option) => (
          <label key={option} className={styles.option}>
            <input
              type="radio"
              className="visually-hidden"
              name={group}
              checked={option === value}
              onChange={() => onChange(option)}
            />
            {renderOption?.(option)}
            <span className={renderOption && 'visually-hidden'}>{names[option]}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
