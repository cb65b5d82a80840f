import { type ReactNode, useState } from 'react';
import { TextField } from '../../ui/fields.tsx';
import { WholeNumberField } from '../../ui/whole-number-field.tsx';
import classes from './audience-fields.module.css';

interface AudienceFieldsProps {
  readonly textOf: (name: 'course' | 'branch' | 'semester' | 'year') => {
    readonly name: string;
    readonly value: string;
    readonly error: ReactNode;
    readonly onText: (text: string) => void;
  };
}

/** Whom a subject is for, folded away: blank means everyone. Open while a field in it is refused. */
export const AudienceFields = ({ textOf }: AudienceFieldsProps) => {
  const [open, setOpen] = useState(false);
  const names = ['course', 'branch', 'semester', 'year'] as const;
  const refused = names.some((name) => textOf(name).error);
  const text = (name: 'course' | 'branch') => {
    const { onText, ...field } = textOf(name);
    return {
      ...field,
      onChange: (event: { currentTarget: { value: string } }) => onText(event.currentTarget.value),
    };
  };
  return (
    <details
      className={classes['audience']}
      open={open || refused}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>Only for…</summary>
      <p className={classes['line']}>
        Leave blank what does not matter. With all of it blank everyone is enrolled.
      </p>
      <div className={classes['fields']}>
        <TextField label="Course" {...text('course')} />
        <TextField label="Branch" {...text('branch')} />
        <WholeNumberField label="Semester" min={1} {...textOf('semester')} />
        <WholeNumberField label="Year" min={1} {...textOf('year')} />
      </div>
    </details>
  );
};
