import { type Section, sections, type SubjectDetails } from '@campus/contract';
import { IconUsersGroup } from '@tabler/icons-react';
import { call } from '../../../lib/call.ts';
import { pluralize } from '../../../lib/count.ts';
import {
  ConfirmDialog,
  DialogButton,
  IconButton,
  useAction,
  useConfirm,
  useDialogOf,
} from '../../../ui/actions.tsx';
import { TextField } from '../../../ui/fields.tsx';
import { DialogForm } from '../../../ui/form.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { EmptyState } from '../../../ui/loaded.tsx';
import { Card } from '../../../ui/page.tsx';
import { RowMenu } from '../../../ui/row-menu.tsx';
import { subjectPaths } from '../terms/terms.api.ts';
import classes from './subject.module.css';

interface OfSubject {
  readonly subject: SubjectDetails;
}

/** Adds a section, or renames one. */
const SectionForm = ({ subject, section }: OfSubject & { readonly section: Section | null }) => {
  const params = { subjectId: subject.id };
  const { fieldProps, props } = useForm({
    draftKey: `section ${section?.id ?? `of ${subject.id}`}`,
    initial: { name: section?.name ?? '' },
    check: ({ name }) => ({ name: !name.trim() && 'Name is missing' }),
    send: ({ name }) =>
      section
        ? call(sections.renameSection, {
            params: { ...params, sectionId: section.id },
            body: { name: name.trim() },
          })
        : call(sections.addSection, { params, body: { name: name.trim() } }),
    done: (_, { name }) => (section ? `It is section ${name} now.` : `Section ${name} is added.`),
    refreshes: subjectPaths,
    failed: 'The section could not be stored. Please try again.',
  });
  return (
    <DialogForm {...props} action={section ? 'Rename' : 'Add'}>
      <TextField label="Name" required placeholder="A" {...fieldProps('name')} />
    </DialogForm>
  );
};

/** The sections of a subject, whose classes are held separately. */
export const SectionsCard = ({ subject }: OfSubject) => {
  const { open: rename, dialog: renameDialog } = useDialogOf(
    (section: Section) => `Rename section ${section.name}`,
    (section) => <SectionForm subject={subject} section={section} />,
  );
  const { ask, about, dialog } = useConfirm({
    run: ({ id }: Section) =>
      call(sections.removeSection, { params: { subjectId: subject.id, sectionId: id } }),
    done: (_, { name }) => `Section ${name} is removed.`,
    failed: 'The section could not be removed. Please try again.',
    refreshes: subjectPaths,
  });
  const { mutate: divide, isPending } = useAction({
    run: () => call(sections.divideStudents, { params: { subjectId: subject.id } }),
    done: () => `The students of ${subject.subjectName} are divided.`,
    failed: 'The students could not be divided. Please try again.',
    refreshes: subjectPaths,
  });
  const closed = subject.term.state === 'closed';
  const inNone = subject.students - subject.sections.reduce((sum, one) => sum + one.students, 0);
  return (
    <Card
      title="Sections"
      actions={
        !closed && (
          <DialogButton
            needs={sections.addSection}
            variant="subtle"
            icon={IconUsersGroup}
            label="Add Section"
          >
            <SectionForm subject={subject} section={null} />
          </DialogButton>
        )
      }
    >
      {subject.sections.length === 0 ? (
        <EmptyState icon={IconUsersGroup} text="All students are in one class" />
      ) : (
        <ul className={classes['helpers']}>
          {subject.sections.map((one) => (
            <li key={one.id}>
              <span>
                <b>{one.name}</b>
                <small>{pluralize(one.students, 'student')}</small>
              </span>
              {!closed && (
                <RowMenu
                  label={`Actions for section ${one.name}`}
                  actions={[
                    {
                      label: 'Rename',
                      needs: sections.renameSection,
                      onClick: () => rename(one),
                    },
                    {
                      label: 'Remove',
                      needs: sections.removeSection,
                      destructive: true,
                      onClick: () => ask(one),
                    },
                  ]}
                />
              )}
            </li>
          ))}
          {inNone > 0 && (
            <li>
              <small>{pluralize(inNone, 'student')} in no section</small>
              {!closed && (
                <IconButton
                  needs={sections.divideStudents}
                  icon={IconUsersGroup}
                  variant="light"
                  size="compact-sm"
                  disabled={isPending}
                  onClick={() => divide()}
                >
                  Divide evenly
                </IconButton>
              )}
            </li>
          )}
        </ul>
      )}
      {renameDialog}
      <ConfirmDialog
        {...dialog}
        destructive
        title={`Remove section ${about?.name ?? ''}?`}
        confirmLabel="Remove"
      >
        Its {pluralize(about?.students ?? 0, 'student')} stay in {subject.subjectName}, in no
        section, with all their marks.
      </ConfirmDialog>
    </Card>
  );
};
