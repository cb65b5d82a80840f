import { nameOf } from '../../openapi/endpoint-names.ts';
import type { Caller, TestCampus } from '../test-campus.ts';
import { formBody, formType } from '../upload.ts';
import type { Records, Row } from './row.ts';

export const endpointOf = (campus: TestCampus, row: Row) =>
  campus.endpoints.find((one) => nameOf(one) === row.id);

/** Makes the call of a row and returns the status. */
export const callRow = async (
  campus: TestCampus,
  caller: Caller,
  row: Row,
  about: Records,
): Promise<number> => {
  const { path, body, form } = row.request(about);
  const method = endpointOf(campus, row)?.method ?? 'GET';
  if (form)
    return (await caller.send({ method, path, headers: formType, body: formBody(form) })).status;
  if (!body) return (await caller.send({ method, path })).status;
  const headers = { 'content-type': 'application/json' };
  return (await caller.send({ method, path, headers, body: JSON.stringify(body) })).status;
};
