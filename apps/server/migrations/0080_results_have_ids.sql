-- A batch of files remembers its records by their ids.
alter table exam_results add id bigint generated always as identity;
alter table exam_results add constraint exam_results_id_key unique (id);
