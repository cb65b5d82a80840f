import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { callApi } from '../support/call-api.ts';
import { expect, expectGoodInBothSchemes, expectGoodPage, test } from '../support/campus.ts';
import { delayRequests } from '../support/delay-requests.ts';

const find = async (page: Page, text: string): Promise<void> => {
  await page.getByLabel('Find').fill(text);
};

/** Finds books and waits for the answer: until then rows are where they were before, and move. */
const findBooks = async (page: Page, text: string, count: number): Promise<void> => {
  await find(page, text);
  await expect(page.getByText(`1–${count} of ${count}`, { exact: true })).toBeVisible();
};

/** Chooses an action of a row in the desk's lists. */
const act = async (page: Page, on: string, action: string): Promise<void> => {
  await page.getByRole('button', { name: `Actions for ${on}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
};

const show = (page: Page, part: string) =>
  page.getByRole('radiogroup', { name: 'Show' }).getByRole('radio', { name: part }).check();
const showRare = async (page: Page, part: string): Promise<void> => {
  await page.getByRole('button', { name: 'More of the library' }).click();
  await page.getByRole('menuitem', { name: part, exact: true }).click();
};

test.describe('a student', () => {
  test('sees their loans, the overdue one highlighted, and their place in a queue', async ({
    as,
    hasTouch,
  }) => {
    const page = await as('student');
    await page.goto('/student/library');
    await expect(page.getByRole('alert')).toContainText(
      'Pride and Prejudice is overdue. Please return it to the library.',
    );
    const row = hasTouch ? ('listitem' as const) : ('row' as const);
    const own = (list: string, text: string) =>
      page.getByLabel(list, { exact: true }).last().getByRole(row).filter({ hasText: text });
    await expect(own('My Loans', 'Pride and Prejudice')).toContainText('Overdue by 3 days');
    await expect(own('My Loans', 'Introduction to Algorithms')).toContainText('Due ');
    await expect(own('My Reservations', 'Operating System Concepts')).toContainText(
      'Number 2 in line',
    );
    await expect(page.getByRole('heading', { name: 'Catalogue' })).toBeVisible();
    await expectGoodInBothSchemes(page);
  });

  test('finds books in the catalogue', async ({ as, hasTouch }) => {
    test.skip(hasTouch);
    const page = await as('student');
    await page.goto('/student/library');
    await find(page, 'tanenbaum computer');
    const catalogue = page.getByRole('table', { name: 'Catalogue' });
    await expect(catalogue.getByRole('row')).toHaveCount(2);
    await expect(catalogue).toContainText('Computer Networks');
    await find(page, 'no such book at all');
    await expect(page.getByText('No books found')).toBeVisible();
  });

  test('sees when it is loading, and when it failed', async ({ as, hasTouch }) => {
    test.skip(hasTouch);
    const page = await as('student');
    const answer = await delayRequests(page, '**/api/library/mine', {
      json: { loans: [], reservations: [], maxLoans: 5 },
    });
    await page.goto('/student/library');
    await expect(page.getByText('Loading your books...')).toBeVisible();
    answer();
    await expect(page.getByText('You have no books at the moment.')).toBeVisible();
    await page.unroute('**/api/library/mine');
    await page.route('**/api/library/**', (route) => route.abort());
    await page.reload();
    await expect(page.getByText('Failed to load your books. Please try again.')).toBeVisible();
    await expect(page.getByText('Failed to load the catalogue. Please try again.')).toBeVisible();
    await page.unroute('**/api/library/**');
    await page.getByRole('button', { name: 'Try again' }).first().click();
    await expect(page.getByRole('heading', { name: 'My Loans' })).toBeVisible();
  });
});

test('a teacher reads the catalogue and sees their own loans', async ({ as }) => {
  const page = await as('teacher');
  await page.goto('/teacher/library');
  await expect(page.getByText('Database System Concepts').first()).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Catalogue' })).toBeVisible();
  await expectGoodPage(page);
});

test('a teacher reserves a book that is lent, and gives up the place', async ({ as, adminApi }) => {
  const title = `Tide Tables ${Date.now().toString(36)}`;
  const { id } = await callApi(adminApi, 'POST', '/library/books', { title, author: 'A. Sato' });
  const { univId } = await callApi<{ univId: string }>(adminApi, 'POST', '/uploadStudent', {
    name: 'Ada Reader',
    email: `ada.${id}.${Date.now()}@example.edu`,
  });
  await callApi(adminApi, 'POST', '/library/loans', { item: `${id}-1`, univId });
  const page = await as('teacher');
  await page.goto(`/teacher/library?search=${encodeURIComponent(title)}`);
  await page.getByRole('button', { name: `Reserve ${title}` }).click();
  await expect(page.getByText(`You are number 1 in line for ${title}.`)).toBeVisible();
  await expect(page.getByText('Reserved', { exact: true })).toBeVisible();

  const cancel = page.getByRole('button', { name: `Cancel the reservation of ${title}` });
  const question = page.getByRole('dialog', { name: 'Cancel this reservation?' });
  await cancel.click();
  await question.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(cancel).toBeFocused();
  await cancel.click();
  await question.getByRole('button', { name: 'Give up the place' }).click();
  await expect(page.getByText('The reservation is cancelled.')).toBeVisible();
  await expect(page.getByRole('button', { name: `Reserve ${title}` })).toBeVisible();
  await callApi(adminApi, 'POST', '/library/returns', { item: `${id}-1` });
});

test.describe('an administrator', () => {
  test('sees the forms and every list', async ({ as, hasTouch }) => {
    const page = await as('admin');
    await page.goto('/admin/library');
    await expect(page.getByRole('heading', { name: 'Library Management' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Add New Book' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Books', exact: true })).toBeVisible();
    await expect(
      page.getByRole('button', { name: 'Actions for A Brief History of Time' }),
    ).toBeVisible();
    await expectGoodInBothSchemes(page);
    await show(page, 'Overdue');
    await expect(page.getByText('Overdue by 3 days').first()).toBeVisible();
    await expectGoodPage(page);
    if (hasTouch) return;
    await showRare(page, 'Reservations');
    await expect(page.getByText('Number 2 in line')).toBeVisible();
    await showRare(page, 'Retired Books');
    await expect(page.getByText('No book is retired.')).toBeVisible();
  });

  test('adds a book, lends it, takes it back, and retires it', async ({
    as,
    hasTouch,
    expected,
  }) => {
    test.skip(hasTouch);
    expected.refusals.push(/^409 .*\/api\/library\/loans$/);
    const title = `Field Notes ${Date.now().toString(36)}`;
    const page = await as('admin');
    await page.goto('/admin/library');

    await test.step('what is missing is named', async () => {
      await page.getByLabel('ISBN', { exact: true }).fill('978-0-262-03384-9');
      await page.getByRole('button', { name: 'Add Book' }).click();
      await expect(page.getByText('Title is missing')).toBeVisible();
      await expect(page.getByText('Author is missing')).toBeVisible();
      await expect(page.getByText('This is no ISBN')).toBeVisible();
    });
    await page.getByLabel('ISBN', { exact: true }).fill('');
    await page.getByLabel('Title').fill(title);
    await page.getByLabel('Author').fill('Elif Sato');
    await page.getByRole('button', { name: 'Add Book' }).click();
    await expect(page.getByText(`${title} is in the catalogue.`)).toBeVisible();

    await find(page, title);
    const books = page.getByRole('table', { name: 'Books' });
    await expect(books.getByRole('row')).toHaveCount(2);
    const number = /No\. (\d+)/.exec((await books.textContent()) ?? '')?.[1];
    const loan = page.getByRole('button', { name: `Return ${title}` });
    const lend = async (univId: string): Promise<void> => {
      await page.getByLabel('Copy or ISBN').fill(`${number}-1`);
      await page.getByLabel('University ID').fill(univId);
    };

    await test.step('a name stands under the university ID before anything is lent', async () => {
      await show(page, 'On Loan');
      await find(page, 'Meera Nair');
      const loans = page.getByRole('table', { name: 'Loans' });
      // The list is filtered a moment after typing.
      await expect(loans.locator('tbody tr').filter({ hasNotText: 'Meera Nair' })).toHaveCount(0);
      await expect(loans).toContainText('Meera Nair');
      const reader = await loans.textContent();
      const univId = /F\d{4}-\d{4}/.exec(reader ?? '')?.[0] ?? '';
      await lend(univId);
      await expect(page.getByText('Meera Nair: 1 of 10 books')).toBeVisible();
      await page.getByRole('button', { name: 'Lend Book' }).click();
      await expect(page.getByText(`${title} is lent to Meera Nair until`)).toBeVisible();
      await expect(loan).toBeVisible();
      await lend(univId);
      await page.getByRole('button', { name: 'Lend Book' }).click();
      await expect(page.getByText('Meera Nair has a copy of this book already.')).toBeVisible();
    });

    await test.step('it is returned by its code', async () => {
      await page.getByRole('radio', { name: 'Return' }).check();
      await page.getByLabel('Copy or ISBN').fill(`${number}-1`);
      await page.getByRole('button', { name: 'Return Book' }).click();
      await expect(page.getByText(`is back from Meera Nair.`)).toBeVisible();
      await expect(loan).toHaveCount(0);
    });

    await test.step('and is retired', async () => {
      await show(page, 'Books');
      await findBooks(page, title, 1);
      await act(page, title, 'Edit');
      const dialog = page.getByRole('dialog', { name: 'Edit Book' });
      await dialog.getByLabel('Shelf').fill('CS 1.1');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await expect(books).toContainText('CS 1.1');
      await act(page, title, 'Edit');
      await expectGoodPage(page);
      await dialog.getByRole('button', { name: 'Retire' }).click();
      await expect(page.getByText(`${title} is retired.`)).toBeVisible();
      await expect(page.getByText('Nothing found')).toBeVisible();
    });
  });

  test('imports a catalogue: corrected with the preview, stored, and downloaded', async ({
    as,
    expected,
  }, { project }) => {
    const mark = `${project.name}${Date.now().toString(36)}`;
    const page = await as('admin');
    await page.goto('/admin/library');
    await showRare(page, 'Import a Catalogue');
    await expect(page.getByRole('heading', { name: 'Import a Catalogue' })).toBeVisible();
    const choose = (content: string | Buffer): Promise<void> =>
      page.getByLabel('CSV file with books').setInputFiles({
        name: 'books.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(content),
      });
    const upload = page.getByRole('button', { name: 'Upload', exact: true });
    const fileOf = async (name: string): Promise<string> => {
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name }).click(),
      ]);
      return readFileSync(await file.path(), 'utf8');
    };

    await test.step('the template says which columns there are', async () => {
      expect(await fileOf('Download a template')).toBe(
        '\uFEFFTitle,Author,ISBN,Copies,Shelf,Year\r\n',
      );
    });

    await test.step('every bad row is named, and the file is not stored', async () => {
      expected.refusals.push(/422 .*library\/books\/import$/);
      await choose(
        `\uFEFFTitle;Author;ISBN;Copies;Colour\r\nMaps ${mark};Ada Osei;978-0-262-03384-9;2;red\r\n;Ada Osei;;0;\r\n`,
      );
      await expect(page.getByText('2 rows need a fix')).toBeVisible();
      await expect(page.getByText('Columns that are not used: Colour')).toBeVisible();
      const preview = page.getByRole('region', { name: 'Preview' });
      for (const problem of ['This is no ISBN', 'Title is missing', 'Copies must be at least 1'])
        await expect(preview.getByText(problem)).toBeVisible();
      await expectGoodInBothSchemes(page);
      await upload.click();
      await expect(page.getByRole('alert')).toContainText('Nothing was stored.');
      expect(await fileOf('Download all problems')).toContain('3,Title,,Title is missing');
    });

    const file = (copies: number): string =>
      `Title,Author,Copies\nMaps ${mark},Ada Osei,${copies}\nGlobes ${mark},Ada Osei,1\n`;
    await test.step('the corrected file is stored with the keyboard alone', async () => {
      await choose(file(1));
      await expect(page.getByText('2 rows ready')).toBeVisible();
      await upload.focus();
      await page.keyboard.press('Enter');
      await expect(page.getByText('2 books were added or changed.')).toBeVisible();
    });

    await test.step('a second upload changes what differs, and duplicates nothing', async () => {
      await choose(file(3));
      await expect(page.getByRole('list', { name: 'Changes' })).toContainText(
        'Copies: 1 becomes 3',
      );
      await expectGoodInBothSchemes(page);
      await upload.click();
      await expect(page.getByText('1 book was added or changed.')).toBeVisible();
    });

    await test.step('the downloaded catalogue changes nothing', async () => {
      await page.getByRole('link', { name: 'Library', exact: true }).last().click();
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page
          .getByRole('button', { name: 'Download' })
          .click()
          .then(() => page.getByRole('menuitem', { name: 'CSV' }).click()),
      ]);
      const catalogue = readFileSync(await download.path(), 'utf8');
      expect(catalogue).toContain(`Maps ${mark},Ada Osei,,3,,`);
      await showRare(page, 'Import a Catalogue');
      await choose(catalogue);
      await expect(page.getByText(/rows are unchanged/)).toBeVisible();
      await expect(page.getByRole('list', { name: 'Changes' })).toHaveCount(0);
      await upload.click();
      await expect(
        page.getByText('Everything in the file is already in the catalogue.'),
      ).toBeVisible();
    });

    await test.step('the history says that it was a file; the books are removed again', async () => {
      await page.goto('/admin/library');
      await findBooks(page, mark, 2);
      await act(page, `Maps ${mark}`, 'History');
      const history = page.getByRole('list', { name: 'History, latest first' });
      await expect(history.getByRole('listitem')).toHaveCount(2);
      await expect(history.getByRole('listitem').first()).toContainText('Copies1 → 3');
      await expect(history.getByRole('listitem').last()).toContainText('by a file');
      await expectGoodInBothSchemes(page);
      await page.keyboard.press('Escape');
      for (const title of [`Maps ${mark}`, `Globes ${mark}`]) {
        await act(page, title, 'Edit');
        await page.getByRole('dialog').getByRole('button', { name: 'Retire' }).click();
        await expect(page.getByText(`${title} is retired.`)).toBeVisible();
      }
    });
  });

  test('edits a book that someone else has changed: sees what changed, and chooses', async ({
    as,
    expected,
    hasTouch,
  }) => {
    expected.refusals.push(/409 .*\/api\/library\/books\/\d+$/);
    const title = `Tides ${hasTouch ? 'p' : 'd'}${Date.now().toString(36)}`;
    const [page, other] = [await as('admin'), await as('admin')];
    await page.goto('/admin/library');
    await page.getByLabel('Title').fill(title);
    await page.getByLabel('Author').fill('Elif Sato');
    await page.getByRole('button', { name: 'Add Book' }).click();
    await expect(page.getByText(`${title} is in the catalogue.`)).toBeVisible();
    const open = async (at: Page): Promise<void> => {
      await at.goto('/admin/library');
      await findBooks(at, title, 1);
      await act(at, title, 'Edit');
    };
    const dialog = page.getByRole('dialog', { name: 'Edit Book' });
    await open(page);
    await open(other);
    await other.getByRole('dialog').getByLabel('Shelf').fill('B 2');
    await other.getByRole('dialog').getByLabel('Year').fill('1999');
    await other.getByRole('button', { name: 'Save' }).click();
    await expect(other.getByText(`${title} is saved.`)).toBeVisible();

    await dialog.getByLabel('Shelf').fill('C 3');
    await dialog.getByRole('button', { name: 'Save' }).click();
    const changed = dialog.getByRole('list', { name: 'Changed meanwhile' });
    await expect(changed.getByRole('listitem')).toHaveCount(2);
    await expect(changed).toContainText('B 2');
    await expect(dialog.getByLabel('Year')).toHaveValue('1999');
    await expect(dialog.getByRole('textbox', { name: 'Shelf' })).toHaveValue('C 3');
    await expectGoodInBothSchemes(page);
    await dialog.getByRole('radio', { name: /Theirs/ }).check();
    await expect(dialog.getByRole('textbox', { name: 'Shelf' })).toHaveValue('B 2');
    await dialog.getByRole('radio', { name: /Mine/ }).check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText(`${title} is saved.`)).toBeVisible();
    await expect(page.getByRole('main')).toContainText('C 3');

    await act(page, title, 'History');
    const history = page.getByRole('list', { name: 'History, latest first' });
    await expect(history.getByRole('listitem').first()).toContainText('ShelfB 2 → C 3');
    await page.keyboard.press('Escape');
    await act(page, title, 'Edit');
    await dialog.getByRole('button', { name: 'Retire' }).click();
    await expect(page.getByText(`${title} is retired.`)).toBeVisible();
  });
});
