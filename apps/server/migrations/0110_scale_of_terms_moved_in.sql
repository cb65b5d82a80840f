-- A term that was closed when it was moved in.
alter table terms add column moved_in_closed boolean not null default false;
update terms set moved_in_closed = true
from move_in_records as kept join move_in_batches as batch on batch.id = batch_id
where batch.kind = 'terms' and kept.before is null and record_id = terms.id and closed_at = made_at;

-- A closed term keeps the scale it was closed with. One moved in as closed keeps that of its import, but if nobody had set a
-- scale by then, it follows the scale until the next term is closed.
create view term_grading_scales as
  select terms.id as term_id, (
    select max(id) from grading_scales
    where set_at <= coalesce(
      case when moved_in_closed and not exists (
          select from grading_scales where set_by is not null and set_at <= terms.closed_at)
        then (select min(next.closed_at) from terms as next
          where not next.moved_in_closed and next.closed_at >= terms.closed_at)
        else terms.closed_at end, 'infinity')) as scale_id
  from terms;
