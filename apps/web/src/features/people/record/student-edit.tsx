import { genders } from '@campus/contract';
import type { StudentDetails } from '@campus/contract';
import { DateField, SelectField, TextField } from '../../../ui/fields.tsx';
import { WholeNumberField } from '../../../ui/whole-number-field.tsx';
import { useRecordEdit } from '../../../ui/record-edit/use-record-edit.ts';
import { changeOf, studentDraft } from './record-draft.ts';
import { RecordForm } from './record-form.tsx';
import { fieldLabels as labels, recordWords } from './record-words.ts';
import { changeStudent } from './record.api.ts';
import classes from './record-form.module.css';

interface StudentEditProps {
  readonly student: StudentDetails;
  readonly onSaved: (student: StudentDetails) => void;
  readonly onClose: () => void;
}

/** Every field of a student. */
export const StudentEdit = ({ student, onSaved, onClose }: StudentEditProps) => {
  const edit = useRecordEdit({
    words: recordWords,
    changeOf,
    draft: studentDraft(student),
    version: student.version,
    required: ['name', 'email', 'univId'],
    save: (version, change) => changeStudent({ id: student.id, version }, change),
    onSaved,
    onUnchanged: onClose,
  });
  const { field, textOf, busy } = edit;
  const text = (name: string) => <TextField label={labels[name]} {...field(name)} />;
  return (
    <RecordForm edit={edit} title="Edit record" onCancel={onClose}>
      <fieldset disabled={busy}>
        <legend>Required Information</legend>
        <div className={classes['grid']}>
          <TextField label={labels['name']} required {...field('name')} />
          <TextField label={labels['email']} type="email" required {...field('email')} />
          <TextField label={labels['univId']} required {...field('univId')} />
          {text('rollNo')}
        </div>
      </fieldset>
      <fieldset disabled={busy}>
        <legend>Academic Information</legend>
        <div className={classes['grid']}>
          {text('course')}
          {text('branch')}
          <WholeNumberField label={labels['semester']} min={1} {...textOf('semester')} />
          <WholeNumberField label={labels['year']} min={1} {...textOf('year')} />
        </div>
      </fieldset>
      <fieldset disabled={busy}>
        <legend>Personal Information</legend>
        <div className={classes['grid']}>
          <DateField label={labels['dob']} {...field('dob')} />
          <SelectField label={labels['gender']} data={['', ...genders]} {...field('gender')} />
          {text('nationality')}
          {text('bloodGroup')}
          <TextField label={labels['contactNo']} inputMode="tel" {...field('contactNo')} />
          <TextField
            className={classes['wide'] ?? ''}
            label={labels['address']}
            {...field('address')}
          />
        </div>
      </fieldset>
      <fieldset disabled={busy}>
        <legend>Parent</legend>
        <div className={classes['grid']}>
          {text('parentName')}
          <TextField
            label={labels['parentContactNo']}
            inputMode="tel"
            {...field('parentContactNo')}
          />
          {text('parentOccupation')}
        </div>
      </fieldset>
    </RecordForm>
  );
};
