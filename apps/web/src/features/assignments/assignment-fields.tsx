import { Checkbox } from '@mantine/core';
import type { useFormFields } from '../../lib/use-form-fields.ts';
import { noteBelow, TextAreaField, TextField } from '../../ui/fields.tsx';
import { FieldPair } from '../../ui/form.tsx';
import { WholeNumberField } from '../../ui/whole-number-field.tsx';
import type { AssignmentValues } from './assignment-values.ts';
import { DeadlineField } from './deadline-field.tsx';

interface AssignmentFieldsProps {
  readonly fields: Pick<
    ReturnType<typeof useFormFields<AssignmentValues>>,
    'fieldProps' | 'textProps' | 'checkboxProps'
  >;
}

/** The fields shared by the forms of new and existing assignments. */
export const AssignmentFields = ({ fields }: AssignmentFieldsProps) => (
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
      <DeadlineField {...fields.fieldProps('deadline')} />
    </FieldPair>
    <Checkbox label="Accept late work, marked as late" {...fields.checkboxProps('acceptLate')} />
  </>
);
