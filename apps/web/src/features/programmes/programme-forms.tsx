import { type Department, type Programme, programmes } from '@campus/contract';
import { call } from '../../lib/call.ts';
import { SelectField, TextAreaField, TextField } from '../../ui/fields.tsx';
import { DialogForm } from '../../ui/form.tsx';
import { useForm } from '../../ui/use-form.ts';
import { WholeNumberField } from '../../ui/whole-number-field.tsx';
import { namingPaths } from './programmes.api.ts';

const renames = 'A new name applies at once to everybody in it and to every audience that uses it.';

interface ProgrammeFormProps {
  /** Null for a new programme. */
  readonly one: Programme | null;
  readonly departments: readonly Department[];
}

export const ProgrammeForm = ({ one, departments }: ProgrammeFormProps) => {
  const form = useForm({
    draftKey: `programme ${one?.id ?? ''}`,
    ...(one && { version: one.version }),
    initial: {
      name: one?.name ?? '',
      code: one?.code ?? '',
      departmentId: one?.departmentId ?? '',
      semesters: String(one?.semesters ?? ''),
      branches: one?.branches.map(({ name }) => name).join('\n') ?? '',
    },
    check: ({ name }, [half]) => ({
      ...(half && { [half]: 'Please complete this' }),
      ...(name.trim() === '' && { name: 'Name is missing' }),
    }),
    send: ({ name, code, departmentId, semesters, branches }, { version }) => {
      const body = {
        name,
        code,
        departmentId: departmentId || null,
        semesters: semesters === '' ? null : Number(semesters),
        branches: branches.split('\n').filter((line) => line.trim() !== ''),
      };
      return one
        ? call(programmes.changeProgramme, {
            params: { programmeId: one.id },
            body,
            ifMatch: version,
            slow: true,
          })
        : call(programmes.createProgramme, { body, slow: true });
    },
    done: (_, { name }) => `${name} is saved.`,
    refreshes: namingPaths,
    failed: 'The programme could not be saved. Please try again.',
  });
  return (
    <DialogForm {...form.props} lead={one && renames} action="Save">
      <TextField label="Name" required {...form.fieldProps('name')} />
      <TextField label="Code" {...form.fieldProps('code')} />
      <SelectField
        label="Department"
        data={[
          { value: '', label: 'None' },
          ...departments.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        {...form.fieldProps('departmentId')}
      />
      <WholeNumberField label="Semesters" min={1} {...form.textProps('semesters')} />
      <TextAreaField
        label="Branches"
        description="One per line. A branch that is removed stays, not confirmed, while students have it."
        rows={4}
        {...form.fieldProps('branches')}
      />
    </DialogForm>
  );
};

export const DepartmentForm = ({ one }: { readonly one: Department | null }) => {
  const form = useForm({
    draftKey: `department ${one?.id ?? ''}`,
    ...(one && { version: one.version }),
    initial: { name: one?.name ?? '', code: one?.code ?? '' },
    check: ({ name }) => (name.trim() === '' ? { name: 'Name is missing' } : {}),
    send: (body, { version }) =>
      one
        ? call(programmes.changeDepartment, {
            params: { departmentId: one.id },
            body,
            ifMatch: version,
            slow: true,
          })
        : call(programmes.createDepartment, { body }),
    done: (_, { name }) => `${name} is saved.`,
    refreshes: namingPaths,
    failed: 'The department could not be saved. Please try again.',
  });
  return (
    <DialogForm {...form.props} lead={one && renames} action="Save">
      <TextField label="Name" required {...form.fieldProps('name')} />
      <TextField label="Code" {...form.fieldProps('code')} />
    </DialogForm>
  );
};
