import { events, type QueryOf } from '@campus/contract';
import { type Db, integer } from '../../db/db.ts';
import { counted, type Paged } from '../../db/lists.ts';
import { instant, searchCondition, searchKeyOf } from '../../db/sql.ts';

/** One page of the changes to events, deleted ones included, latest first, and how many there are. */
export const readEventsHistory = async (
  db: Db,
  page: Paged<QueryOf<typeof events.eventsHistory>>,
) => {
  const rows = await db.rows(
    { ...events.eventChange.shape, total: integer },
    `with deeds as (
       select event_id, version, changed_by, changed_at,
         case when bool_or(field = 'deleted') then 'deleted' else 'changed' end as what,
         coalesce(json_agg(json_build_object('field', field, 'from', before, 'to', after)
           order by id) filter (where field <> 'deleted'), '[]') as changes
       from event_changes group by event_id, version, changed_by, changed_at
       union all
       select id, 0, created_by, created_at, 'added', '[]' from events
     )
     select event_id::text as "eventId", events.title, what, changes,
       people.name as "changedBy",
       ${instant('deeds.changed_at')}
         as "changedAt",
       (count(*) over ())::int as total
     from deeds
     join events on events.id = event_id
     join people on people.id = changed_by
     where $1::text is null or ${searchCondition(searchKeyOf('events.title', 'people.name'), '$1')}
     order by deeds.changed_at desc, event_id desc, deeds.version desc
     limit $2 offset $3`,
    [page.search || null, page.limit, page.skip],
  );
  return counted(rows, (deed) => deed);
};
