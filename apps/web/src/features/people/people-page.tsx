import { type AppliedBatch, studentBatches } from '@campus/contract';
import { Tabs } from '@mantine/core';
import { IconTableExport, IconUserPlus } from '@tabler/icons-react';
import { useIsMutating } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { call } from '../../lib/call.ts';
import { May } from '../../lib/may-call.tsx';
import { Card, CardColumns, Page } from '../../ui/page.tsx';
import { ListUpload } from '../../ui/list-upload/list-upload.tsx';
import { changeOf, type UploadList } from '../../ui/list-upload/upload-list.ts';
import { useNotice } from '../../ui/notice.tsx';
import { BatchDone } from './batch/earlier-batches.tsx';
import { type PeopleList, type PeopleListState, usePeopleList } from './list/use-people-list.ts';
import { type NewPersonRules, PersonForm } from './person-form.tsx';
import classes from './people-page.module.css';

interface PeoplePageProps<F extends string, Added, Row> {
  readonly title: string;
  readonly kind: 'students' | 'faculty';
  /** To the right of the title. */
  readonly actions?: ReactNode;
  /** Adding one person: the name of the tab, and the message afterwards. */
  readonly single: string;
  readonly added: string;
  readonly rules: NewPersonRules<F, Added>;
  readonly file: UploadList;
  readonly list: PeopleList<Row>;
  readonly renderRecords: (state: PeopleListState<Row>) => ReactNode;
}

/** The records of people, and beside them forms to add more: one by one or from a file. */
export const PeoplePage = <F extends string, Added extends { readonly email: string }, Row>(
  props: PeoplePageProps<F, Added, Row>,
) => {
  const { title, kind, actions, single, added, rules, file, list, renderRecords } = props;
  const { notice, showNotice } = useNotice();
  const change = changeOf(file);
  const busy = useIsMutating({ mutationKey: change }) > 0;
  const records = usePeopleList(list);
  const [uploaded, setUploaded] = useState<AppliedBatch | null>(null);
  const upload = useRef<HTMLDivElement>(null);
  /** Offers to undo the last import if it is the one just stored: somebody else may have been faster. */
  const offerUndo = async (count: number): Promise<void> => {
    const query = { limit: 1, of: kind };
    const [last] = await call(studentBatches.listBatches, { query }).catch(() => []);
    setUploaded(last?.canUndo && last.changed === count ? last : null);
  };
  const tab = (value: string, label: string, Icon: typeof IconUserPlus) => (
    <Tabs.Tab
      value={value}
      disabled={busy}
      leftSection={<Icon size={20} stroke={1.75} aria-hidden />}
    >
      {label}
    </Tabs.Tab>
  );
  return (
    <Page title={title} actions={actions}>
      {notice}
      <CardColumns at="right">
        {renderRecords(records)}
        <May call={file.store}>
          <Card flush>
            <Tabs defaultValue="single">
              <Tabs.List
                className={classes['tabs'] ?? ''}
                aria-label={`Ways to add ${file.plural}`}
              >
                {tab('single', single, IconUserPlus)}
                {tab('bulk', 'Bulk Upload', IconTableExport)}
              </Tabs.List>
              <Tabs.Panel value="single">
                <PersonForm
                  rules={rules}
                  change={change}
                  busy={busy}
                  onAdded={({ email }) => {
                    showNotice('success')(added);
                    void records.reveal([email]);
                  }}
                  onRefused={showNotice('error')}
                />
              </Tabs.Panel>
              <Tabs.Panel value="bulk">
                {uploaded && (
                  <div className={classes['uploaded']}>
                    <BatchDone
                      key={uploaded.id}
                      batch={uploaded}
                      onChange={(batch) => {
                        if (!batch) upload.current?.querySelector('button')?.focus();
                        setUploaded(batch);
                      }}
                    />
                  </div>
                )}
                <div ref={upload}>
                  <ListUpload
                    list={file}
                    onUploaded={(count, emails, all) => {
                      showNotice('success')(`Successfully uploaded ${count} ${file.plural}`);
                      void records.reveal(emails, all);
                      void offerUndo(count);
                    }}
                    showNotice={showNotice}
                  />
                </div>
              </Tabs.Panel>
            </Tabs>
          </Card>
        </May>
      </CardColumns>
    </Page>
  );
};
