import { genders } from '@campus/contract';
import type { FacultyDetails } from '@campus/contract';
import { DateField, SelectField, TextField } from '../../../ui/fields.tsx';
import { useRecordEdit } from '../../../ui/record-edit/use-record-edit.ts';
import { changeOf, facultyDraft } from './record-draft.ts';
import { RecordForm } from './record-form.tsx';
import { fieldLabels as labels, recordWords } from './record-words.ts';
import { changeFaculty } from './record.api.ts';
import classes from './record-form.module.css';

interface FacultyEditProps {
  readonly teacher: FacultyDetails;
  readonly onSaved: (teacher: FacultyDetails) => void;
  readonly onClose: () => void;
}

/** Every field of a teacher. What was never filled in may stay blank; what was, is not taken away. */
export const FacultyEdit = ({ teacher, onSaved, onClose }: FacultyEditProps) => {
  const draft = facultyDraft(teacher);
  const edit = useRecordEdit({
    words: recordWords,
    changeOf,
    draft,
    version: teacher.version,
    required: (Object.keys(draft) as (keyof typeof draft)[]).filter((name) => draft[name] !== ''),
    save: (version, change) => changeFaculty({ id: teacher.id, version }, change),
    onSaved,
    onUnchanged: onClose,
  });
  const { field, busy } = edit;
  return (
    <RecordForm edit={edit} title="Edit record" onCancel={onClose}>
      <fieldset disabled={busy}>
        <div className={classes['grid']}>
          <TextField label={labels['name']} required {...field('name')} />
          <TextField label={labels['department']} required {...field('department')} />
          <TextField label={labels['email']} type="email" required {...field('email')} />
          <TextField label={labels['univId']} required {...field('univId')} />
          <DateField label={labels['dob']} required {...field('dob')} />
          <SelectField
            label={labels['gender']}
            required
            data={['', ...genders]}
            {...field('gender')}
          />
          <TextField label={labels['contactNo']} inputMode="tel" required {...field('contactNo')} />
          <TextField
            className={classes['wide'] ?? ''}
            label={labels['address']}
            required
            {...field('address')}
          />
        </div>
      </fieldset>
    </RecordForm>
  );
};
