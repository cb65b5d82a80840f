import {
  expect,
  expectGoodPage,
  lowControls,
  password,
  type Persona,
  test,
} from '../support/campus.ts';
import { addPersonWithPassword } from '../support/person-with-password.ts';
import { expectToFitTablets } from '../support/tablet.ts';

/** Every address that must exist, by area. */
const screens: Readonly<Record<Persona, string>> = {
  admin: `dashboard classes exams attendance performance teachers students assignments library
    library/import move-in communication events settings security system`,
  student: `dashboard assignments exams performance attendance library communication events
    settings security`,
  teacher: `dashboard classes students teachers assignments exams performance attendance
    library communication events settings security`,
};
const open = ['/', '/signin', '/set-password#token=x', '/setup#token=x', '/api/docs'];

// The test sets both widths itself.
test.skip(({ hasTouch }) => hasTouch);

for (const [persona, listed] of Object.entries(screens) as [Persona, string][])
  for (const [colorScheme, width] of [
    ['light', 1440],
    ['dark', 320],
  ] as const)
    test(`every screen of the ${persona}, ${colorScheme}, ${width} px wide`, async ({ as }) => {
      test.slow();
      const viewport = { width, height: 800 };
      const page = await as(persona, { colorScheme, viewport });
      const paths = listed.split(/\s+/);
      const titles = new Set<string>();
      for (const path of paths)
        await test.step(`/${persona}/${path}`, async () => {
          const answer = await page.goto(`/${persona}/${path}`);
          // If the prerendered first frame has a heading, it stays the same.
          const [, drawn] = /"ff-page"><p>([^<]+)</.exec((await answer?.text()) ?? '') ?? [];
          await expect(page.locator('h1')).toHaveText(drawn ?? /\S/);
          await page.waitForLoadState('networkidle');
          expect(new URL(page.url()).pathname).toBe(`/${persona}/${path}`);
          titles.add(await page.title());
          await expectGoodPage(page);
          if (width === 320) expect(await lowControls(page)).toEqual([]);
          else await expectToFitTablets(page);
        });
      // Each page has its own title.
      expect([...titles]).toHaveLength(paths.length);
    });

test('on a tablet a long e-mail address continues on the next line after its @ or a dot', async ({
  as,
  adminApi,
}) => {
  const name = `Maximiliana ${Date.now()}`;
  for (const role of ['teacher', 'student', 'admin'] as const)
    await addPersonWithPassword(adminApi, role, name, password);
  for (const [persona, paths] of [
    ['teacher', ['teachers', 'students']],
    ['admin', ['teachers', 'students', 'administrators']],
  ] as const) {
    const page = await as(persona);
    for (const path of paths) {
      await page.goto(`/${persona}/${path}?search=${encodeURIComponent(name)}`);
      await expect(page.locator('main').getByText(name)).toBeVisible();
      await expectToFitTablets(page);
    }
  }
});

for (const colorScheme of ['light', 'dark'] as const)
  test(`the pages before sign-in and the page of the API, at 320 px, ${colorScheme}`, async ({
    page,
  }) => {
    test.slow();
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width: 320, height: 800 });
    for (const path of open)
      await test.step(path, async () => {
        await page.goto(path);
        await page.waitForLoadState('networkidle');
        await expectGoodPage(page);
      });
  });

test('the page of the API opens its endpoints with the keyboard and by their address', async ({
  page,
}) => {
  await page.goto('/api/docs#attendanceSubmitAttendance');
  const call = page.locator('#attendanceSubmitAttendance');
  await expect(call).toBeVisible();
  await expect(call).toContainText('studentAttendances');
  const first = page.locator('summary').first();
  await first.focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('details').first()).toHaveAttribute('open', '');
});
