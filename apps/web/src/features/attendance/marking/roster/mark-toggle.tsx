import classes from './mark-toggle.module.css';

interface MarkToggleProps {
  /** Tells the radios of one student from those of the others. */
  readonly name: string;
  /** Ids of the elements that name and describe the student. */
  readonly labelledBy: string;
  readonly describedBy: string;
}

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
      <span className={presentClass}>Present</span>
    </label>
    <label className={classes['choice']}>
      <input type="radio" name={name} value="absent" />
      <span className={absentClass}>Absent</span>
    </label>
  </div>
);
