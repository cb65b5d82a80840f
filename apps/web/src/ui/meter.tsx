import classes from './meter.module.css';

interface MeterProps {
  readonly value: number;
  readonly max: number;
}

/** How much is done, as a bar below the same in words. Hidden from screen readers. */
export const Meter = ({ value, max }: MeterProps) => (
  <span className={classes['meter']} aria-hidden>
    <span style={{ width: `${max === 0 ? 0 : (value * 100) / max}%` }} />
  </span>
);
