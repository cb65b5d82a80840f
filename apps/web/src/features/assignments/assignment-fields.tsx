import { Checkbox } from '@mantine/core';
import { useDayNote } from '../../lib/day-note.ts';
import type { useFormFields } from '../../lib/use-form-fields.ts';
import { noteBelow, TextAreaField, TextField } from '../../ui/fields.tsx';
import { FieldPair } from '../../ui/form.tsx';
import { WholeNumberField } from '../../ui/whole-number-field.tsx';
import type { AssignmentValues } from './assignment-values.ts';

interface AssignmentFieldsProps {
  readonly fields: Pick<
    ReturnType<typeof useFormFields<AssignmentValues>>,
    'fieldProps' | 'textProps' | 'checkboxProps'
  >;
}

/** The fields shared by the forms of new and existing assignments. */
export const AssignmentFields = ({ fields }: AssignmentFieldsProps) => {
  const note = useDayNote(fields.fieldProps('deadline').value.slice(0, 10));
  return (
    <>
      <TextField label="Title" required {...fields.fieldProps('title')} />
      <TextAreaField label="Description" required rows={3} {...fields.fieldProps('description')} />
      <FieldPair narrowFirst>
        <WholeNumberField
          label="Grade"
          description="Maximum marks"
          {...noteBelow}
          required
          min={1}
          {...fields.textProps('grade')}
        />
        <TextField
          label="Deadline"
          description={['Campus time; that minute still counts', note].filter(Boolean).join(' · ')}
          {...noteBelow}
          type="datetime-local"
          required
          {...fields.fieldProps('deadline')}
        />
      </FieldPair>
      <Checkbox label="Accept late work, marked as late" {...fields.checkboxProps('acceptLate')} />
    </>
  );
};
