import { IconCircle, IconCircleCheckFilled, IconX } from '@tabler/icons-react';
import classes from './mark-toggle.module.css';

interface MarkToggleProps {
  /** Tells the radios of one student from those of the others. */
  readonly name: string;
  readonly present: boolean | null;
  readonly onChange: (present: boolean) => void;
  /** Ids of the elements that name and describe the student. */
  readonly labelledBy: string;
  readonly describedBy: string;
}

const open = <IconCircle size={18} stroke={1.75} aria-hidden />;

/** Present or absent as two real radios drawn as segments; dashed while nobody has chosen. */
export const MarkToggle = (props: MarkToggleProps) => {
  const { name, present, onChange, labelledBy, describedBy } = props;
  return (
    <fieldset
      className={classes['toggle']}
      role="radiogroup"
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      data-unmarked={present === null || undefined}
    >
      <label className={classes['choice']} data-choice="present">
        <input
          type="radio"
          name={name}
          value="present"
          checked={present === true}
          onChange={() => onChange(true)}
        />
        {present === true ? <IconCircleCheckFilled size={18} aria-hidden /> : open}
        Present
      </label>
      <label className={classes['choice']} data-choice="absent">
        <input
          type="radio"
          name={name}
          value="absent"
          checked={present === false}
          onChange={() => onChange(false)}
        />
        {present === false ? <IconX size={18} stroke={2.6} aria-hidden /> : open}
        Absent
      </label>
    </fieldset>
  );
};
