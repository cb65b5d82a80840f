import type { AppliedBatch, StudentListItem } from '@campus/contract';
import { IconMail, IconUsersPlus } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useRowSelection } from '../../../lib/use-row-selection.ts';
import { BulkBar } from '../../../ui/bulk-bar.tsx';
import { IconButton, useDialogOf } from '../../../ui/actions.tsx';
import { RowMenu } from '../../../ui/row-menu.tsx';
import { studentQuery } from '../people.api.ts';
import type { PeopleListState } from '../list/use-people-list.ts';
import { batchActions, titleOf } from './batch-actions.ts';
import { BatchForm, type ChosenStudents } from './batch-dialog.tsx';
import { BatchDone } from './earlier-batches.tsx';

/** Moves the focus to the checkboxes when the element that had it is removed. */
const focusCheckboxes = (within: HTMLElement | null): void =>
  within?.closest('section')?.querySelector<HTMLElement>('[type="checkbox"]')?.focus();

const inMenu = [
  'change',
  'transfer',
  'drop',
  'leave',
  'return',
  'repeat',
  'graduate',
  'withdraw',
  'readmit',
  'export',
] as const;

/** The ticked students of the list, and the bar of acts on all of them. */
export const useStudentBatch = ({ view, query }: PeopleListState<StudentListItem>) => {
  const { page: _page, ...listed } = view;
  const { sort: _sort, order: _order, ...filter } = studentQuery({ ...listed, page: 1 });
  const rows = query.data?.rows ?? [];
  const selection = useRowSelection(
    rows.map(({ id }) => id),
    JSON.stringify(filter),
  );
  const [done, setDone] = useState<AppliedBatch | null>(null);
  const room = useRef<HTMLDivElement>(null);
  const students: ChosenStudents = selection.all ? filter : [...selection.ids];
  const { open, dialog } = useDialogOf(titleOf, (kind, close) => (
    <BatchForm
      kind={kind}
      students={students}
      onDone={(batch) => {
        close();
        if (!batch) return;
        setDone(batch);
        selection.clear();
      }}
    />
  ));
  const bar = (
    <div ref={room} style={{ display: 'contents' }}>
      {done && (
        <BatchDone
          key={done.id}
          batch={done}
          onChange={(batch) => {
            if (!batch) focusCheckboxes(room.current);
            setDone(batch);
          }}
        />
      )}
      <BulkBar
        selection={{
          ...selection,
          clear: () => {
            focusCheckboxes(room.current);
            selection.clear();
          },
        }}
        total={query.data?.total ?? 0}
      >
        <IconButton icon={IconUsersPlus} variant="subtle" size="sm" onClick={() => open('enrol')}>
          {batchActions.enrol.label}
        </IconButton>
        <IconButton icon={IconMail} variant="subtle" size="sm" onClick={() => open('invite')}>
          {batchActions.invite.label}
        </IconButton>
        <RowMenu
          label="More actions"
          actions={inMenu.map((one) => ({
            label: batchActions[one].label,
            onClick: () => open(one),
          }))}
        />
      </BulkBar>
      {dialog}
    </div>
  );
  return { selection, bar };
};
