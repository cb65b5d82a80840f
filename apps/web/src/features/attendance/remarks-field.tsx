import { IconMessage2, IconMessage2Plus } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { QuickRemarks } from './quick-remarks.tsx';
import classes from './remarks-field.module.css';

interface RemarksFieldProps {
  readonly student: string;
  readonly remarks: string;
  readonly onChange: (remarks: string) => void;
}

/** A remark: an underlined field; on phones behind a button, and text once it is written. */
export const RemarksField = ({ student, remarks, onChange }: RemarksFieldProps) => {
  const [opened, setOpened] = useState(false);
  const [focused, setFocused] = useState(false);
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
      <div
        className={classes['entry']}
        onFocus={() => setFocused(true)}
        onBlur={(event) => setFocused(event.currentTarget.contains(event.relatedTarget))}
      >
        <input
          ref={field}
          type="text"
          className={classes['field']}
          aria-label={`Remarks for ${student}`}
          placeholder="Add a remark"
          maxLength={500}
          autoComplete="off"
          enterKeyHint="done"
          value={remarks}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
        {(opened || (focused && remarks === '')) && (
          <QuickRemarks
            chosen={remarks}
            onChoose={(remark) => {
              onChange(remark);
              field.current?.focus();
            }}
          />
        )}
      </div>
    </div>
  );
};
