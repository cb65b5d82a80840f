import { facultyImport, people } from '@campus/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { fakeServer, refusal, reply, replyOutsideContract } from '../../testing/fake-server.ts';
import { fakeUploads } from '../../testing/fake-upload.ts';
import { renderPage } from '../../testing/render-page.tsx';
import AdminTeachersPage from './admin-teachers.page.tsx';

const list = 'GET /api/faculty/all';
const add = 'POST /api/uploadFaculty';

const known = {
  id: '7',
  name: 'Dr. Omar Farouk',
  email: 'omar@example.edu',
  department: 'Physics',
};
const omar = { ...known, active: true };
const added = {
  ...known,
  univId: null,
  dob: '1984-05-17',
  contactNo: 9845022114,
  contactPhone: '98450 22114',
  address: '1 Quad',
  gender: null,
  teacherImage: null,
};
const directory = (rows: readonly (typeof omar)[]) =>
  reply(people.listFaculty, rows, { 'x-total-count': String(rows.length), 'x-page': '1' });

const written = {
  'Full Name *': omar.name,
  'Department *': omar.department,
  'Email Address *': omar.email,
  'Date of Birth *': '1984-05-17',
  'Contact Number *': '9845022114',
  'Address *': '1 Quad',
};
const fillIn = async (changes: Partial<Record<keyof typeof written, string>> = {}) => {
  for (const [label, text] of Object.entries({ ...written, ...changes }))
    if (text) await userEvent.type(screen.getByLabelText(label), text);
  await userEvent.selectOptions(screen.getByLabelText('Gender *'), 'Male');
};
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Add Faculty' }));
const alertText = async () => (await screen.findByRole('alert')).textContent;

it('names the fields that are missing and marks them', async () => {
  const seen = fakeServer({ [list]: () => directory([]) });
  await renderPage(AdminTeachersPage);
  await fillIn({ 'Department *': '', 'Address *': ' ' });
  await submit();
  expect(await alertText()).toBe('Please fill in the following fields: Department, Address');
  for (const label of ['Department *', 'Address *'])
    expect(screen.getByLabelText(label).getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(screen.getByLabelText('Department *'));
  expect(seen.every(({ method }) => method === 'GET')).toBe(true);
});

it('names all seven when nothing is filled in', async () => {
  fakeServer({ [list]: () => directory([]) });
  await renderPage(AdminTeachersPage);
  await submit();
  expect(await alertText()).toBe(
    'Please fill in the following fields: Full Name, Department, Email Address, Date of Birth, Contact Number, Address, Gender',
  );
});

it('requires a contact number that is a number', async () => {
  fakeServer({ [list]: () => directory([]) });
  await renderPage(AdminTeachersPage);
  await fillIn({ 'Contact Number *': '98450 1127x' });
  await submit();
  expect(await alertText()).toBe('Contact number must be a valid number');
  expect(document.activeElement).toBe(screen.getByLabelText('Contact Number *'));
});

it('adds the teacher, clears the form and shows the new row', async () => {
  const rows: (typeof omar)[] = [];
  const seen = fakeServer({
    [list]: () => directory(rows),
    [add]: () => {
      rows.push(omar);
      return reply(people.createFaculty, added);
    },
  });
  await renderPage(AdminTeachersPage);
  expect(await screen.findByText('No teachers found')).toBeDefined();
  await fillIn();
  await submit();
  expect(await screen.findByText('Faculty added successfully')).toBeDefined();
  expect(JSON.parse(seen.find(({ method }) => method === 'POST')?.body ?? '')).toEqual({
    name: omar.name,
    department: omar.department,
    email: omar.email,
    dob: '1984-05-17',
    contactNo: 9845022114,
    address: '1 Quad',
    gender: 'Male',
  });
  for (const label of [...Object.keys(written), 'Gender *'])
    expect(screen.getByLabelText<HTMLInputElement>(label).value).toBe('');
  expect(
    await screen.findByRole('row', { name: 'Dr. Omar Farouk New Physics omar@example.edu' }),
  ).toBeDefined();
});

it('reads "Adding..." while it works, and says why it failed', async () => {
  const answer = Promise.withResolvers<Response>();
  fakeServer({ [list]: () => directory([]), [add]: () => answer.promise });
  await renderPage(AdminTeachersPage);
  await fillIn();
  await submit();
  const busy = await screen.findByRole<HTMLButtonElement>('button', { name: 'Adding...' });
  expect(busy.disabled).toBe(true);
  const message = 'This e-mail belongs to someone already.';
  answer.resolve(refusal({ message, error: 'duplicate' }));
  expect(await alertText()).toBe(message);
  expect(screen.getByLabelText<HTMLInputElement>('Email Address *').value).toBe(omar.email);
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add Faculty' })),
  );
});

it('without a reason of the server says that adding failed', async () => {
  fakeServer({
    [list]: () => directory([]),
    [add]: () => replyOutsideContract(502),
  });
  await renderPage(AdminTeachersPage);
  await fillIn();
  await submit();
  expect(await alertText()).toBe('Error adding faculty');
});

it.each([
  ['The directory is being moved.', 'The directory is being moved.'],
  ['x'.repeat(301), 'Error adding faculty'],
])('without a message shows a short plain-text reply', async (body, said) => {
  fakeServer({ [list]: () => directory([]), [add]: () => new Response(body, { status: 502 }) });
  await renderPage(AdminTeachersPage);
  await fillIn();
  await submit();
  expect(await alertText()).toBe(said);
});

it('accepts a file of teachers: previews it by department, stores it, and shows them', async () => {
  const rows: (typeof omar)[] = [];
  fakeServer({ [list]: () => directory(rows) });
  const counts = {
    rows: 1,
    ready: 1,
    problemRows: 0,
    create: 1,
    update: 0,
    skip: 0,
    unchanged: 0,
    daysUnclear: false,
  };
  const lists = { unknownColumns: [], hints: [], problems: [], changes: [] };
  const preview = [{ row: 2, name: omar.name, email: omar.email, department: 'Physics' }];
  const report = {
    ...counts,
    ...lists,
    moreProblems: 0,
    moreChanges: 0,
    preview: preview.map((row) => ({ ...row, outcome: 'create' as const })),
  };
  const seen = fakeUploads(({ path }) => {
    if (path.includes('dryRun')) return reply(facultyImport.store, report);
    rows.push(omar);
    return reply(facultyImport.store, 1);
  });
  await renderPage(AdminTeachersPage);
  await userEvent.click(screen.getByRole('tab', { name: 'Bulk Upload' }));
  const file = new File(['Name\n'], 'faculty.csv', { type: 'text/csv' });
  await userEvent.upload(screen.getByLabelText('Upload CSV file with faculty details'), file);
  const table = await screen.findByRole('table', { name: 'Preview' });
  expect(table.textContent).toBe(
    'RowNameEmailDepartmentProblem2Dr. Omar Faroukomar@example.eduPhysicsReady',
  );
  expect(screen.getByLabelText('Teachers who exist already')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Upload' }));
  expect(await screen.findByText('Successfully uploaded 1 teachers')).toBeDefined();
  expect(
    await screen.findByRole('row', { name: /^Dr. Omar Farouk New Physics omar@example.edu/ }),
  ).toBeDefined();
  expect(seen.map(({ path }) => path)).toEqual([
    '/api/uploadFacultyDetails?dryRun=true',
    '/api/uploadFacultyDetails',
  ]);
});
