import classes from './optional-value.module.css';

/** A value, or the quiet N/A that stands for a blank one. */
export const OptionalValue = ({ value }: { readonly value: string | number | null | undefined }) =>
  value === null || value === undefined || value === '' ? (
    <span className={classes['na']}>N/A</span>
  ) : (
    value
  );
