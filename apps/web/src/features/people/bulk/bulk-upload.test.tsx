import { type ImportReport, people, studentImport } from '@campus/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { fakeServer, refusal, reply, replyOutsideContract } from '../../../testing/fake-server.ts';
import { fakeUploads } from '../../../testing/fake-upload.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import AdminStudentsPage from '../admin-students.page.tsx';

const csv = (name = 'first-years.csv') =>
  new File(['Name,Email\nAda,ada@example.edu\n'], name, { type: 'text/csv' });

const good: ImportReport = {
  rows: 1,
  ready: 1,
  problemRows: 0,
  create: 1,
  update: 0,
  skip: 0,
  unchanged: 0,
  daysUnclear: false,
  unknownColumns: [],
  hints: [],
  problems: [],
  moreProblems: 0,
  changes: [],
  moreChanges: 0,
  preview: [
    {
      row: 2,
      name: 'Ada',
      email: 'ada@example.edu',
      rollNo: '',
      course: '',
      semester: '1',
      outcome: 'create',
    },
  ],
};

const bad: ImportReport = {
  ...good,
  rows: 3,
  ready: 1,
  problemRows: 2,
  unknownColumns: ['Shoe Size'],
  hints: [],
  problems: [
    { row: 3, column: 'E-Mail', value: 'daniel.osei@', reason: 'Email is not a valid address' },
    { row: 4, column: 'Full Name', value: '', reason: 'Name is missing' },
    { row: 4, column: 'dob', value: '31/02', reason: 'Date of Birth must be a day that exists' },
  ],
  preview: [
    ...good.preview,
    { ...good.preview[0]!, row: 3, name: 'Daniel', email: 'daniel.osei@', outcome: 'problem' },
    { ...good.preview[0]!, row: 4, name: '', email: 'kavya@example.edu', outcome: 'problem' },
  ],
};

const refused = (details: ImportReport['problems']) =>
  refusal({
    message: '2 rows need a fix. Nothing was stored.',
    error: 'rows_invalid',
    details: [...details],
  });

const openTab = async (upload: (dryRun: boolean, path: string) => Response | Promise<Response>) => {
  fakeServer({
    'GET /api/faculty/students/all': () => reply(people.listStudents, [], { 'x-total-count': '0' }),
  });
  const seen = fakeUploads(({ path }) => upload(path.includes('dryRun=true'), path));
  await renderPage(AdminStudentsPage);
  await userEvent.click(screen.getByRole('tab', { name: 'Bulk Upload' }));
  return seen;
};
const choose = (file: File) =>
  // Browsers let people drop files of other kinds, so this does too.
  userEvent
    .setup({ applyAccept: false })
    .upload(screen.getByLabelText('Upload CSV file with student details'), file);
const send = () => userEvent.click(screen.getByRole('button', { name: /Upload/ }));

it('asks for a file', async () => {
  const seen = await openTab(() => reply(studentImport.store, good));
  await send();
  expect((await screen.findByRole('alert')).textContent).toBe('Please select a file to upload');
  expect(seen).toEqual([]);
});

it('accepts only .csv files', async () => {
  const seen = await openTab(() => reply(studentImport.store, good));
  expect(screen.getByLabelText('Upload CSV file with student details').getAttribute('accept')).toBe(
    '.csv',
  );
  await choose(csv('photo.png'));
  expect((await screen.findByRole('alert')).textContent).toBe('Please select a CSV file (.csv)');
  const button = screen.getByRole('button', { name: 'Choose a file' });
  const described = button.getAttribute('aria-describedby')?.split(' ') ?? [];
  expect(described.map((id) => document.getElementById(id)?.textContent)).toContain(
    'Please select a CSV file (.csv)',
  );
  expect(screen.queryByText('photo.png')).toBeNull();
  expect(seen).toEqual([]);
});

it('stores no former file while another one is still being opened', async () => {
  const seen = await openTab((dryRun) => reply(studentImport.store, dryRun ? good : 1));
  await choose(csv());
  await screen.findByText('1 row ready');
  const opened = Promise.withResolvers<ArrayBuffer>();
  const slow = csv('from-a-network.csv');
  slow.slice = () => Object.assign(new Blob(), { arrayBuffer: () => opened.promise });
  await choose(slow);
  await send();
  expect((await screen.findByRole('alert')).textContent).toBe(
    'The file is still being read. Please try again in a moment.',
  );
  // Chosen last, but opened first.
  await choose(csv('the-last.csv'));
  expect(await screen.findByText('the-last.csv')).toBeDefined();
  expect(screen.queryByRole('alert')).toBeNull();
  opened.resolve(new ArrayBuffer(0));
  await opened.promise;
  await screen.findByText('1 row ready');
  await send();
  expect(await screen.findByText('Successfully uploaded 1 students')).toBeDefined();
  expect(seen.map(({ file }) => file.name)).toEqual([
    'first-years.csv',
    'the-last.csv',
    'the-last.csv',
  ]);
});

it('shows who has left, and offers to invite only those who have not', async () => {
  const left = { status: 'Graduated', lastDay: '2024-06-30' };
  const row = { ...good.preview[0]!, ...left };
  await openTab(() => reply(studentImport.store, { ...good, invited: 0, preview: [row] }));
  await userEvent.upload(screen.getByLabelText(/Upload CSV file/), csv());
  const table = await screen.findByRole('table', { name: 'Preview' });
  within(table).getByRole('columnheader', { name: 'Last Day' });
  within(table).getByRole('cell', { name: '2024-06-30' });
  expect(screen.queryByRole('switch', { name: /invitation/ })).toBeNull();
});

it('takes no column of another name for who has left until somebody says so', async () => {
  const seen = await openTab(() => reply(studentImport.store, good));
  const heads = 'Name,Student E-mail,Marital Status,Portal Status,Last Day Paid,Leave From Hostel';
  await choose(new File([`${heads}\nAda,ada@example.edu,Single,Deactivated,,\n`], 'other.csv'));
  const other = within(await screen.findByRole('group', { name: 'Columns with other names' }));
  await screen.findByText('1 row ready');
  expect(other.getAllByRole('combobox').map((field) => (field as HTMLSelectElement).value)).toEqual(
    ['email', '', '', '', ''],
  );
  await userEvent.selectOptions(other.getByLabelText('Portal Status'), 'Status');
  await waitFor(() =>
    expect(seen.map(({ path }) => decodeURIComponent(path.split('columns=')[1] ?? ''))).toEqual([
      '2.email',
      '2.email,4.status',
    ]),
  );
});

it('shows on a phone, too, who has left', async () => {
  const wide = window.matchMedia;
  window.matchMedia = (query) =>
    Object.assign(wide(query), { matches: query.includes('max-width') });
  const left = { ...good.preview[0]!, status: 'Graduated', lastDay: '2024-06-30' };
  const active = { ...good.preview[0]!, row: 3, name: 'Daniel', status: '', lastDay: '' };
  const preview = [left, active];
  await openTab(() => reply(studentImport.store, { ...good, rows: 2, ready: 2, preview }));
  await userEvent.upload(screen.getByLabelText(/Upload CSV file/), csv());
  const lines = within(await screen.findByRole('list', { name: 'Preview' }));
  expect(lines.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Row 2 AdaStatus: GraduatedLast Day: 2024-06-30Ready',
    'Row 3 DanielReady',
  ]);
});

it('previews the chosen file, the rows that need a fix first, by their number in the file', async () => {
  const seen = await openTab(() => reply(studentImport.store, bad));
  await choose(csv());
  expect(await screen.findByText('1 row ready')).toBeDefined();
  expect(screen.getByText('2 rows need a fix')).toBeDefined();
  expect(screen.getByText('Columns that are not used: Shoe Size')).toBeDefined();
  expect(seen.map(({ path }) => path)).toEqual(['/api/uploadStudentDetails?dryRun=true']);
  const preview = within(screen.getByRole('table', { name: 'Preview' }));
  const rows = preview.getAllByRole('row').slice(1);
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    '3Danieldaniel.osei@Email is not a valid address1',
    '4(blank)Name is missingkavya@example.edu131/02Date of Birth must be a day that exists',
    '2Adaada@example.edu1Ready',
  ]);
  const marked = preview
    .getAllByRole('cell')
    .filter((cell) => cell.querySelector('[data-invalid]'));
  expect(marked.map(({ textContent }) => textContent)).toEqual([
    'daniel.osei@Email is not a valid address',
    '(blank)Name is missing',
    '31/02Date of Birth must be a day that exists',
  ]);
  await userEvent.click(screen.getByRole('checkbox', { name: 'Show all rows' }));
  expect(preview.queryByText('Ready')).toBeNull();
});

it('stores the file with one click, says how many students, and is ready for the next file', async () => {
  const seen = await openTab((dryRun) => reply(studentImport.store, dryRun ? good : 1));
  await choose(csv());
  await screen.findByText('1 row ready');
  await send();
  expect(await screen.findByText('Successfully uploaded 1 students')).toBeDefined();
  expect(seen.map(({ path, file }) => [path, file.name])).toEqual([
    ['/api/uploadStudentDetails?dryRun=true', 'first-years.csv'],
    ['/api/uploadStudentDetails', 'first-years.csv'],
  ]);
  await waitFor(() => expect(screen.queryByText('first-years.csv')).toBeNull());
});

it('only warns: a file that is refused keeps its preview', async () => {
  await openTab((dryRun) => (dryRun ? reply(studentImport.store, bad) : refused(bad.problems)));
  await choose(csv());
  await screen.findByText('2 rows need a fix');
  await send();
  expect((await screen.findByRole('alert')).textContent).toBe(
    '2 rows need a fix. Nothing was stored.',
  );
  expect(screen.getByText('first-years.csv')).toBeDefined();
  expect(screen.getByText('Email is not a valid address')).toBeDefined();
});

it('says why a file could not be read at all', async () => {
  const sentence = 'The file is not UTF-8. Save it as CSV UTF-8.';
  await openTab(() => refusal({ message: sentence, error: 'unsupported_media' }));
  await choose(csv());
  expect((await screen.findByRole('alert')).textContent).toBe(sentence);
});

it('without a reason from the server says that the upload failed', async () => {
  await openTab((dryRun) =>
    dryRun ? reply(studentImport.store, good) : replyOutsideContract(502),
  );
  await choose(csv());
  await userEvent.click(await screen.findByRole('button', { name: /^Upload/ }));
  expect((await screen.findByRole('alert')).textContent).toBe('Bulk upload failed');
});

it('without an answer says that the file may be stored, and checks it again', async () => {
  const seen = await openTab((dryRun) => {
    if (dryRun) return reply(studentImport.store, good);
    throw new TypeError('The request failed');
  });
  await choose(csv());
  await userEvent.click(await screen.findByRole('button', { name: /^Upload/ }));
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Bulk upload failed. Campus did not answer. Check whether this was done before you try again.',
  );
  const checks = () => seen.filter(({ path }) => path.includes('dryRun=true'));
  await expect.poll(() => checks().length).toBe(2);
});

it('asks again when students who exist already are to be updated, and shows what changes', async () => {
  const change = { row: 2, email: 'ada@example.edu', field: 'rollNo', from: null, to: 'R-7' };
  const seen = await openTab((_dryRun, path) =>
    reply(
      studentImport.store,
      path.includes('existing=update')
        ? { ...good, create: 0, update: 1, changes: [change] }
        : good,
    ),
  );
  await choose(csv());
  await screen.findByText('1 row ready');
  await userEvent.selectOptions(screen.getByLabelText('Students who exist already'), 'update');
  expect(await screen.findByText('1 row updates a student')).toBeDefined();
  expect(screen.getByRole('list', { name: 'Changes' }).textContent).toBe(
    'Row 2 ada@example.edu Roll Number: N/A becomes R-7',
  );
  expect(seen.at(-1)?.path).toBe('/api/uploadStudentDetails?dryRun=true&existing=update');
});

it('says of each download what it contains', async () => {
  const change = { row: 2, email: 'ada@example.edu', field: 'rollNo', from: null, to: 'R-7' };
  const absent = { count: 1, first: ['Grace'] };
  await openTab(() => reply(studentImport.store, { ...good, changes: [change], absent }));
  await choose(csv());
  await screen.findByRole('button', { name: 'Download', description: 'Changes' });
  const whatStays = '1 student in Campus and not in the file: it stays';
  await userEvent.click(screen.getByText(whatStays));
  screen.getByRole('button', { name: 'Download', description: whatStays });
});

it('is busy while the file is stored', async () => {
  const answer = Promise.withResolvers<Response>();
  await openTab((dryRun) => (dryRun ? reply(studentImport.store, good) : answer.promise));
  await choose(csv());
  await screen.findByText('1 row ready');
  await send();
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Uploading...' });
  expect(button.disabled).toBe(true);
  for (const tab of screen.getAllByRole<HTMLButtonElement>('tab')) expect(tab.disabled).toBe(true);
  expect(await screen.findByRole('progressbar', { name: 'Storing the students...' })).toBeDefined();
  answer.resolve(reply(studentImport.store, 1));
  expect(await screen.findByRole('button', { name: 'Upload' })).toBeDefined();
});

it('saves the template and every problem of the file', async () => {
  const saved: string[] = [];
  const link = HTMLAnchorElement.prototype;
  vi.spyOn(link, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  URL.createObjectURL = () => 'blob:saved';
  await openTab(() => reply(studentImport.store, bad));
  fakeServer({
    'GET /api/uploadStudentDetails/template': () => new Response('Full Name,Email\r\n'),
    'POST /api/uploadStudentDetails/problems': () => new Response('Row,Problem\r\n'),
  });
  await choose(csv());
  await userEvent.click(await screen.findByRole('button', { name: 'Download all problems' }));
  await userEvent.click(screen.getByRole('button', { name: 'Download a template' }));
  await waitFor(() => expect(saved).toEqual(['student-problems.csv', 'students.csv']));
});

describe('Cancel', () => {
  it('stops the file that is being checked', async () => {
    const answer = Promise.withResolvers<Response>();
    await openTab(() => answer.promise);
    await choose(csv());
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByText('first-years.csv')).toBeNull());
    expect(screen.queryByRole('progressbar')).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  const cancelStoring = async (lookAgain: ImportReport) => {
    const never = Promise.withResolvers<Response>();
    let looks = 0;
    const seen = await openTab((dryRun) => {
      if (!dryRun) return never.promise;
      looks += 1;
      return reply(studentImport.store, looks === 1 ? good : lookAgain);
    });
    await choose(csv());
    await screen.findByText('1 row ready');
    await send();
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
    return seen;
  };

  it('of an upload says that nothing was stored once the server has confirmed it', async () => {
    const seen = await cancelStoring(good);
    expect(await screen.findByText('The upload was cancelled. Nothing was stored.')).toBeDefined();
    expect(seen.map(({ path }) => path.includes('dryRun'))).toEqual([true, false, true]);
    expect(screen.getByText('first-years.csv')).toBeDefined();
    expect(screen.getByText('1 row ready')).toBeDefined();
  });

  it('of an upload that has already finished says what was stored', async () => {
    await cancelStoring({ ...good, ready: 0, create: 0, problemRows: 1 });
    expect(await screen.findByText('Successfully uploaded 1 students')).toBeDefined();
    await waitFor(() => expect(screen.queryByText('first-years.csv')).toBeNull());
  });
});
