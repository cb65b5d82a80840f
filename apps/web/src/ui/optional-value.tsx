import classes from './optional-value.module.css';

interface OptionalValueProps {
  readonly value: string | number | null | undefined;
  /** Of a record whose absent values are not shown to the reader. */
  readonly withheld?: boolean;
}

/** A value, or the quiet N/A that stands for a blank one. */
export const OptionalValue = ({ value, withheld = false }: OptionalValueProps) =>
  value === null || value === undefined || value === '' ? (
    <span className={classes['na']}>
      {withheld && value === undefined ? 'Not shown to you' : 'N/A'}
    </span>
  ) : (
    value
  );
