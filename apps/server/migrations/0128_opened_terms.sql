-- When a term was opened: its audiences were enrolled then. Null if that was earlier than anything that
-- may be undone, or if the former version, which may run beside this one, opened it.
alter table terms add column opened_at timestamptz;
update terms set opened_at = former.closed_at
from terms as former where former.next_id = terms.id and terms.is_open;
