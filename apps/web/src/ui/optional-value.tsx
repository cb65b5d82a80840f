import classes from './optional-value.module.css';

interface OptionalValueProps {
  readonly value: string | number | null | undefined;
  /** The record leaves out values that the reader may not see. */
  readonly withheld?: boolean;
}

/** A value; blank ones read N/A. */
export const OptionalValue = ({ value, withheld = false }: OptionalValueProps) =>
  value === null || value === undefined || value === '' ? (
    <span className={classes['na']}>
      {withheld && value === undefined ? 'Not shown to you' : 'N/A'}
    </span>
  ) : (
    value
  );
