export { readersOf, requireOwnUnlessAdmin } from './people.policy.ts';
export { ownPersonId, personId } from './person-id.service.ts';
export { findPeople, type FoundPerson } from './find-people.queries.ts';
export { lockRecord } from './records/change-record.ts';
export { insertPerson, updatePerson } from './people.queries.ts';
export { withdrawalsJob } from './records/daily-withdrawals.ts';
export { requireReactivatable } from './records/withdrawal.service.ts';
