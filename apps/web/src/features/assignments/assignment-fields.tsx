import { Checkbox } from '@mantine/core';
import type { useFormFields } from '../../lib/use-form-fields.ts';
import { TextAreaField, TextField } from '../../ui/fields.tsx';
import { WholeNumberField } from '../../ui/whole-number-field.tsx';
import type { AssignmentValues } from './assignment-values.ts';

interface AssignmentFieldsProps {
  readonly fields: Pick<
    ReturnType<typeof useFormFields<AssignmentValues>>,
    'field' | 'textOf' | 'checkbox'
  >;
}

/** The fields that a new assignment and a changed one have in common. */
export const AssignmentFields = ({ fields }: AssignmentFieldsProps) => (
  <>
    <TextField label="Title" required {...fields.field('title')} />
    <TextAreaField label="Description" required rows={4} {...fields.field('description')} />
    <WholeNumberField
      label="Grade"
      description="The maximum marks"
      required
      min={1}
      {...fields.textOf('grade')}
    />
    <TextField
      label="Deadline"
      description="By the clocks of the campus; the minute itself still counts"
      type="datetime-local"
      required
      {...fields.field('deadline')}
    />
    <Checkbox label="Accept late work, marked as late" {...fields.checkbox('acceptLate')} />
  </>
);
