import classes from './na.module.css';

/** A value, or the quiet N/A that stands for a blank one. */
export const OrNa = ({ value }: { readonly value: string | number | null | undefined }) =>
  value === null || value === undefined || value === '' ? (
    <span className={classes['na']}>N/A</span>
  ) : (
    value
  );
