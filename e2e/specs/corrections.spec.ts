import { callApi } from '../support/call-api.ts';
import { expect, expectGoodInBothSchemes, openMenu, test } from '../support/campus.ts';
import { delayRequests } from '../support/delay-requests.ts';
import { leaveForEmptyPage } from '../support/pages.ts';

/**
 * A teacher hears in class that a number is wrong and an address is out of date. One request is approved, one
 * refused, and the teacher sees both outcomes. The third person is another administrator, who edits the same
 * record meanwhile.
 */
test('a teacher asks for corrections and is told the outcome', async ({ adminApi, as, expected }, {
  project,
}) => {
  test.slow();
  // Unique across runs.
  const name = `Ines ${project.name} ${Date.now().toString(36)}`;
  const email = `${name.replaceAll(' ', '.').toLowerCase()}@example.edu`;
  const admin = await as('admin');
  const student = await callApi(adminApi, 'POST', '/uploadStudent', {
    name,
    email,
    rollNo: null,
    contactNo: '98450 22114',
    address: 'Quad 1',
    bloodGroup: 'A+',
  });

  const teacher = await as('teacher');
  await test.step('the teacher finds the student and looks at the details', async () => {
    await teacher.goto('/teacher/students');
    await expect(teacher.getByRole('button', { name: 'View Details' })).toHaveCount(10);
    await expectGoodInBothSchemes(teacher);
    await teacher.getByRole('searchbox', { name: 'Find a student' }).fill(email);
    await expect(teacher.getByText(name)).toBeVisible();
    await expect(teacher.getByText('1 student', { exact: true })).toBeVisible();
    await expect(teacher).toHaveURL(/search=ines/);
    await teacher.getByRole('button', { name: 'View Details' }).press('Enter');
    const details = teacher.getByRole('dialog', { name });
    await expect(details.getByText('98450 22114')).toBeVisible();
    await expect(details.getByText('N/A').first()).toBeVisible();
    await expect(details.getByText('A+')).toHaveCount(0);
    await expectGoodInBothSchemes(teacher);
    await teacher.keyboard.press('Escape');
    await expect(details).toBeHidden();
    await expect(teacher.getByRole('button', { name: 'View Details' })).toBeFocused();
  });

  await test.step('asks for another contact number, with the keyboard alone', async () => {
    await teacher.keyboard.press('Tab');
    await teacher.keyboard.press('Enter');
    const number = teacher.getByLabel('Contact Number');
    await expect(number).toBeFocused();
    await expect(teacher.getByText('An administrator approves')).toBeVisible();
    await number.fill('+49 170 1234567');
    await teacher.getByLabel('Reason').fill('She told me after class.');
    await expectGoodInBothSchemes(teacher);
    await number.press('Enter');
    await expect(teacher.getByText('Request sent. An administrator decides on it.')).toBeVisible();
    await expect(teacher.getByRole('button', { name: 'Edit' })).toBeFocused();
  });

  await test.step('and sees the open request in Edit, where the address can still be edited', async () => {
    await teacher.getByRole('button', { name: 'Edit' }).click();
    const open = teacher.getByRole('list', { name: 'Open requests' });
    await expect(open).toContainText('+49 170 1234567');
    await expect(teacher.getByLabel('Contact Number')).toBeDisabled();
    await expectGoodInBothSchemes(teacher);
    await teacher.getByLabel('Address').fill('Quad 2');
    await teacher.getByRole('button', { name: 'Send request' }).click();
    await expect(teacher.getByRole('dialog')).toBeHidden();
  });

  const requests = admin.getByRole('list', { name: 'Requests, open' });
  await test.step('the administrator sees both waiting', async () => {
    await admin.goto(`/admin/corrections?search=${email}`);
    await expect(requests.getByRole('listitem')).toHaveCount(2);
    await expect(requests).toContainText('98450 22114');
    await expectGoodInBothSchemes(admin);
    await openMenu(admin);
    await expect(admin.getByRole('link', { name: /^Corrections \d+ waiting$/ })).toBeVisible();
    if (project.name === 'phone') await admin.keyboard.press('Escape');
  });

  await test.step('is told that the record has changed meanwhile, and decides with that in mind', async () => {
    expected.refusals.push(/^409 .*\/approve$/);
    // Fetched every 30 seconds, the list must not show the change before Approve is pressed.
    await leaveForEmptyPage(admin);
    const list = await delayRequests(admin, '**/api/corrections?*');
    await admin.route('**/api/corrections?*', (route) => route.continue(), { times: 1 });
    await admin.goto(`/admin/corrections?search=${email}`);
    await expect(requests.getByRole('listitem')).toHaveCount(2);
    await callApi(adminApi, 'PATCH', `/people/students/${student.id}`, {
      contactNo: '111 222 333',
    });
    const first = requests.getByRole('listitem').filter({ hasText: '+49 170 1234567' });
    await first.getByRole('button', { name: 'Approve' }).click();
    const changed = admin.getByRole('dialog', { name: 'The record has been changed' });
    await expect(changed).toContainText('111 222 333');
    list();
    await expectGoodInBothSchemes(admin);
    await changed.getByRole('button', { name: 'Approve anyway' }).click();
    await expect(admin.getByText(`Approved. The record of ${name} is changed.`)).toBeVisible();
    await expect(requests.getByRole('listitem')).toHaveCount(1);
    const record = await callApi(adminApi, 'GET', `/students/by-email/${email}`);
    expect(record).toMatchObject({ contactPhone: '+49 170 1234567', address: 'Quad 1' });
  });

  await test.step('and refuses the other one with a note to the teacher', async () => {
    await requests.getByRole('button', { name: 'Refuse' }).click();
    const refusal = admin.getByRole('dialog', { name: /^Refuse/ });
    await expect(refusal.getByLabel('Why is it refused?')).toBeFocused();
    await refusal.getByRole('button', { name: 'Refuse' }).click();
    await expect(refusal.getByText('Please say why')).toBeVisible();
    await expectGoodInBothSchemes(admin);
    await refusal.getByLabel('Why is it refused?').fill('That is where her parents live.');
    await refusal.getByRole('button', { name: 'Refuse' }).click();
    await expect(admin.getByText('No requests found')).toBeVisible();
    await admin.getByRole('tab', { name: 'Decided' }).click();
    await admin.getByRole('searchbox', { name: 'Find a request' }).fill(email);
    await expect(admin.getByText('That is where her parents live.')).toBeVisible();
    await expectGoodInBothSchemes(admin);
  });

  await test.step('the teacher is told once', async () => {
    await teacher.goto('/teacher/students');
    await expect(teacher.getByText(/of your requests (has|have) been decided/)).toBeVisible();
    await expectGoodInBothSchemes(teacher);
    await teacher.getByRole('button', { name: 'Show' }).click();
    const mine = teacher.getByRole('list', { name: 'My requests' });
    const hers = mine.getByRole('listitem').filter({ hasText: name });
    await expect(hers.getByText('That is where her parents live.')).toBeVisible();
    await expect(hers.getByText('New', { exact: true })).toHaveCount(2);
    await expectGoodInBothSchemes(teacher);
    await teacher.keyboard.press('Escape');
    await expect(teacher.getByText(/of your requests (has|have) been decided/)).toBeHidden();
    // The students come after the answer that would bring the notice back.
    const students = await delayRequests(teacher, '**/api/faculty/students/all?*');
    const answered = teacher.waitForResponse('**/api/corrections/mine/unseen/count');
    await teacher.reload();
    await (await answered).finished();
    students();
    await expect(teacher.getByRole('button', { name: 'View Details' }).first()).toBeVisible();
    await expect(teacher.getByText(/of your requests (has|have) been decided/)).toHaveCount(0);
  });
});
