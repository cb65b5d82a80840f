import { IconMessage2, IconMessage2Plus } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import classes from './remarks-field.module.css';

/** Offered while a remark is typed; a teacher may write anything. */
export const quickRemarks = ['Late', 'Absent with apology', 'Medical'] as const;

/** The suggestions of every remarks field, once a page. */
export const QuickRemarks = ({ id }: { readonly id: string }) => (
  <datalist id={id}>
    {quickRemarks.map((remark) => (
      <option key={remark} value={remark}>
        {remark}
      </option>
    ))}
  </datalist>
);

interface RemarksFieldProps {
  readonly student: string;
  readonly remarks: string;
  readonly onChange: (remarks: string) => void;
  /** Id of `QuickRemarks`. */
  readonly suggestions: string;
}

/** A remark: an underlined field; on phones behind a button, and text once it is written. */
export const RemarksField = ({ student, remarks, onChange, suggestions }: RemarksFieldProps) => {
  const [opened, setOpened] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const Icon = remarks ? IconMessage2 : IconMessage2Plus;
  const toggle = () => {
    setOpened(!opened);
    // After the field has appeared: on phones it is not there before.
    if (!opened) requestAnimationFrame(() => field.current?.focus());
  };
  return (
    <div className={classes['remarks']} data-opened={opened || undefined}>
      <button
        type="button"
        className={classes['open']}
        aria-label={`Write a remark about ${student}`}
        aria-expanded={opened}
        onClick={toggle}
        data-remarks-button
      >
        <Icon size={24} stroke={1.75} aria-hidden />
      </button>
      {remarks && !opened && <p className={classes['written']}>{remarks}</p>}
      <div className={classes['entry']}>
        <input
          ref={field}
          type="text"
          className={classes['field']}
          aria-label={`Remarks for ${student}`}
          placeholder="Add a remark"
          list={suggestions}
          maxLength={500}
          autoComplete="off"
          enterKeyHint="done"
          value={remarks}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
        {opened && (
          <div className={classes['quick']}>
            {quickRemarks.map((remark) => (
              <button
                key={remark}
                type="button"
                aria-pressed={remarks === remark}
                onClick={() => onChange(remarks === remark ? '' : remark)}
              >
                {remark}
              </button>
            ))}
          </div>
        )}
      </div>
    </div>
  );
};
