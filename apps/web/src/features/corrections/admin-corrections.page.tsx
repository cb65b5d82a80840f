import { Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useListPlace } from '../../lib/use-list-place.ts';
import { Card } from '../../ui/card.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { openCountQuery, requestParts } from './corrections.api.ts';
import { RequestList } from './deciding/request-list.tsx';
import classes from './deciding/requests.module.css';

/** What teachers ask to correct in students' records, for the administrator to decide. */
const AdminCorrectionsPage = () => {
  const { place, go } = useListPlace(requestParts);
  const { data: open = 0 } = useQuery(openCountQuery);
  return (
    <>
      <PageHead
        title="Corrections"
        line="Teachers ask to change a student’s contact number or address. The record changes when you approve."
      />
      <Card flush>
        <Tabs
          value={place.part}
          onChange={(part) => go({ part: requestParts.find((one) => one === part) ?? 'open' })}
        >
          <Tabs.List className={classes['tabs'] ?? ''} aria-label="Requests">
            <Tabs.Tab value="open">
              Open
              {open > 0 && <span className={classes['count']}>{open.toLocaleString('en')}</span>}
            </Tabs.Tab>
            <Tabs.Tab value="decided">Decided</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value={place.part}>
            <div className={classes['tools']}>
              <SearchField
                label="Find a request"
                placeholder="Search student or roll no"
                value={place.search}
                onSearch={(search) => go({ search })}
              />
            </div>
            <RequestList place={place} go={go} />
          </Tabs.Panel>
        </Tabs>
      </Card>
    </>
  );
};

export default AdminCorrectionsPage;
