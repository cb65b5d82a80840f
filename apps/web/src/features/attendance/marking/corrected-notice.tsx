import type { RosterEntry } from '@campus/contract';
import { Button } from '@mantine/core';
import { IconPencilCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { ClassNotice } from './class-notice.tsx';

const names = new Intl.ListFormat('en', { type: 'conjunction' });

/** Tells a teacher which marks of the class an administrator has put right. */
export const CorrectedNotice = ({ entries }: { readonly entries: readonly RosterEntry[] }) => {
  const [read, setRead] = useState(false);
  const by = entries.flatMap(({ correctedBy }) => (correctedBy ? [correctedBy] : []));
  if (read || by.length === 0) return null;
  return (
    <ClassNotice
      icon={<IconPencilCheck size={22} stroke={1.75} aria-hidden />}
      actions={
        <Button variant="default" onClick={() => setRead(true)}>
          OK
        </Button>
      }
    >
      {by.length === 1 ? '1 mark was' : `${by.length} marks were`} corrected by{' '}
      {names.format(new Set(by))}. The history of a mark tells what it was before.
    </ClassNotice>
  );
};
