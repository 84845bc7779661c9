import { expectAccessible } from './expect-accessible.ts'
import { expect, expectToast, STAFF, signIn, test } from './fixtures.ts'
import { openPart } from './request-part.ts'

const TAKE_BACK = 'Deleted. It can be taken back for 30 days'

test('a customer deletes a request after seeing what goes, and takes it back', async ({ page, seed }) => {
  const customer = await seed.createCustomer('Dora Delete')
  const request = await seed.sendRequest(customer)
  const { id } = request
  await seed.publishReport(request, ['cover.csv'])
  await signIn(page, customer)
  await page.goto(`/my-dashboard/requests/${id}`)
  await openPart(page, 'Request')
  await page.getByRole('button', { name: 'Delete request' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete this request?' })
  await expect(dialog.getByRole('listitem')).toContainText(['2 files'])
  await expectAccessible(page, "dialog 'Delete this request?'")
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expectToast(page, TAKE_BACK)
  await expect(page.getByText('Request deleted')).toBeVisible()
  await expectAccessible(page, 'a deleted request')
  await page.goto('/my-dashboard')
  await expect(page.getByRole('row').filter({ hasText: 'Deleted' })).toBeVisible()
  await page.goto('/account')
  await page
    .getByRole('list', { name: 'Deleted' })
    .getByRole('button', { name: /^Take back/ })
    .click()
  await expectToast(page, 'Taken back')
  await page.goto(`/my-dashboard/requests/${id}`)
  await openPart(page, 'Request')
  await expect(page.getByRole('button', { name: 'Delete raw images' })).toBeVisible()
})

test('a person downloads their data, deletes their account and takes it back; staff see it and hold it', async ({
  page,
  browser,
  seed,
}) => {
  const customer = await seed.createCustomer('Gone Gardener')
  await signIn(page, customer)
  await page.goto('/account')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download my data' }).click()
  expect((await downloading).suggestedFilename()).toBe('skyfurrow-my-data.json')
  await page.getByLabel('Keep raw images').selectOption('For 90 days after their report')
  await expectToast(page, 'Setting saved')
  await expect(page.getByLabel('Keep raw images')).toHaveValue('90')
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await page.getByRole('dialog', { name: 'Delete your account?' }).getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Your account is deleted')).toBeVisible()
  await expectAccessible(page, 'account settings of a deleted account')

  const staff = await (await browser.newContext()).newPage()
  await signIn(staff, STAFF)
  await staff.goto('/dashboard/users?search=gone.gardener')
  await staff.getByRole('link', { name: 'Gone Gardener' }).click()
  await expect(staff.getByRole('list', { name: 'Deleted' })).toContainText('Deleted by Gone Gardener')
  await staff.getByLabel('Legal hold').fill('A court asked for it')
  await staff.getByRole('button', { name: 'Hold', exact: true }).click()
  await expect(staff.getByText('Legal hold: nothing of this customer is removed for good')).toBeVisible()
  await expectAccessible(staff, 'a user with a legal hold')
  await staff.context().close()

  await page.getByRole('button', { name: 'Take back' }).last().click()
  await expectToast(page, 'Account taken back')
  await expect(page.getByRole('button', { name: 'Delete my account' })).toBeVisible()
})
