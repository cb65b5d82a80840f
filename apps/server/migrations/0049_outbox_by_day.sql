-- What became of the mails of a day is asked for by a page and by every look at the metrics.
create index account_outbox_finished on account_outbox (finished_at) where finished_at is not null;
