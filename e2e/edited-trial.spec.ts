import { expect, expectToast, signIn, test } from './fixtures.ts'

test('a trial is edited and deleted, and that of someone else does not exist', async ({ page, seed }) => {
  const customer = await seed.createCustomer('Dora Delete')
  await signIn(page, customer)
  await page.goto('/my-dashboard/trials')
  await page.getByRole('button', { name: 'New trial' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Wheat')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('dialog').getByLabel('Crop').fill('Winter wheat')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Trial changed')
  await expect(page.getByText('Dora Delete, Winter wheat')).toBeVisible()
  const address = page.url()

  await signIn(page, await seed.createCustomer('Stan Stranger'))
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1, name: 'Trial not found' })).toBeVisible()

  await signIn(page, customer)
  await page.goto(address)
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await expectToast(page, 'Trial deleted')
  await expect(page.getByText('No trials')).toBeVisible()
})
