import { Tabs } from '@mantine/core';
import { IconTableExport, IconUserPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Card } from '../../ui/card.tsx';
import { ListUpload } from '../../ui/list-upload/list-upload.tsx';
import type { ListUploadProps } from '../../ui/list-upload/use-list-upload.ts';
import classes from './people.module.css';

interface AddPeopleProps extends Pick<ListUploadProps, 'list' | 'busy' | 'onUploaded'> {
  /** "Ways to add students" */
  readonly label: string;
  /** "Add Single Student" */
  readonly single: string;
  readonly tell: (kind: 'success' | 'error') => (text: string) => void;
  /** The form for one. */
  readonly children: ReactNode;
}

/** Adding people one by one or by file. */
export const AddPeople = (props: AddPeopleProps) => {
  const { label, single, list, busy, onUploaded, tell, children } = props;
  return (
    <Card flush>
      <Tabs defaultValue="single">
        <Tabs.List className={classes['tabs'] ?? ''} aria-label={label}>
          <Tabs.Tab
            value="single"
            disabled={busy}
            leftSection={<IconUserPlus size={20} stroke={1.75} aria-hidden />}
          >
            {single}
          </Tabs.Tab>
          <Tabs.Tab
            value="bulk"
            disabled={busy}
            leftSection={<IconTableExport size={20} stroke={1.75} aria-hidden />}
          >
            Bulk Upload
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="single">{children}</Tabs.Panel>
        <Tabs.Panel value="bulk">
          <ListUpload
            list={list}
            busy={busy}
            onUploaded={onUploaded}
            onCancelled={tell('success')}
            onRefused={tell('error')}
          />
        </Tabs.Panel>
      </Tabs>
    </Card>
  );
};
