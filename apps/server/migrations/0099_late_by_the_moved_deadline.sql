-- Hand-ins by the deadline of their student: what came late is in time where the deadline was moved, or an extension
-- granted, beyond it afterwards.
create or replace view judged_hand_ins as
  select id, assignment_id, student_id, version, body, handed_in_at,
    case when late then handed_in_at >= interval '1 minute' + greatest(
      (select due_at from assignments where assignments.id = hand_ins.assignment_id),
      (select due_at from current_extensions extension
       where extension.assignment_id = hand_ins.assignment_id
         and extension.student_id = hand_ins.student_id)) else false end as late
  from hand_ins;
