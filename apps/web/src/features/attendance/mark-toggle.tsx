import classes from './mark-toggle.module.css';

interface MarkToggleProps {
  /** Tells the radios of one student from those of the others. */
  readonly name: string;
  /** Ids of the elements that name and describe the student. */
  readonly labelledBy: string;
  readonly describedBy: string;
}

// Both states are in the drawing and the style shows one: a mark then changes nothing but a radio.
const presentIcon = (
  <svg viewBox="0 0 24 24" width="18" height="18" aria-hidden>
    <circle className={classes['open']} cx="12" cy="12" r="9" />
    <circle className={classes['disc']} cx="12" cy="12" r="10" />
    <path className={classes['tick']} d="m8 12.2 2.7 2.7 5.3-5.3" />
  </svg>
);
const absentIcon = (
  <svg viewBox="0 0 24 24" width="18" height="18" aria-hidden>
    <circle className={classes['open']} cx="12" cy="12" r="9" />
    <path className={classes['cross']} d="M18 6 6 18M6 6l12 12" />
  </svg>
);

const presentClass = `${classes['segment']} ${classes['present']}`;
const absentClass = `${classes['segment']} ${classes['absent']}`;

/**
 * Present or absent as two real radios drawn as segments; dashed while nobody has chosen. Which one
 * is chosen is the radios' own state (see roster-view.ts).
 */
export const MarkToggle = ({ name, labelledBy, describedBy }: MarkToggleProps) => (
  <div
    className={classes['toggle']}
    role="radiogroup"
    aria-labelledby={labelledBy}
    aria-describedby={describedBy}
  >
    <label className={classes['choice']}>
      <input type="radio" name={name} value="present" />
      <span className={presentClass}>{presentIcon}Present</span>
    </label>
    <label className={classes['choice']}>
      <input type="radio" name={name} value="absent" />
      <span className={absentClass}>{absentIcon}Absent</span>
    </label>
  </div>
);
