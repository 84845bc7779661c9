import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './expect-accessible.ts'
import { expect, expectToast, OTHER_STAFF, STAFF, signIn, test } from './fixtures.ts'

const rows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('cell') })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const open = (row: Locator, name: 'View' | 'Review') => row.getByRole('button', { name }).click()

test.describe('staff work a queue', () => {
  test('a request is taken on without losing a chosen status, and found again by its assignee and project', async ({
    page,
    seed,
  }) => {
    const anna = await seed.createCustomer('Anna Queue', { projects: ['Queue_Trial_1'] })
    const bert = await seed.createCustomer('Bert Queue', { projects: ['Queue_Trial_2'] })
    await seed.sendRequest(anna, { projectType: 'Queue_Trial_1' })
    await seed.sendRequest(bert, { projectType: 'Queue_Trial_2' })
    await signIn(page, STAFF)
    await page.goto('/dashboard/requests?search=queue')
    const [first, second] = [rows(page).filter({ hasText: anna.email }), rows(page).filter({ hasText: bert.email })]
    await expect(first.getByText('Unassigned')).toBeVisible()
    await open(first, 'View')
    const request = dialog(page, 'Requested User Details')
    await request.getByLabel('File Status').selectOption('Under Review')
    await request.getByRole('button', { name: 'Assign to me' }).click()
    await expect(request.getByLabel('Assigned to')).toBeFocused()
    await expect(request.getByRole('button', { name: 'Assign to me' })).toBeHidden()
    await request.getByRole('button', { name: 'Update Status' }).click()
    await expectToast(page, 'Status successfully updated to Under Review')
    await page.keyboard.press('Escape')
    await expect(first.getByText('Unassigned')).toBeHidden()

    await page.getByRole('group', { name: 'Filters' }).getByLabel('Assigned to').selectOption('Nobody')
    await expect(first).toBeHidden()
    await expect(second).toBeVisible()
    await page.getByRole('group', { name: 'Filters' }).getByLabel('Assigned to').selectOption('Me')
    await expect(first).toBeVisible()
    await expect(second).toBeHidden()
    await page.getByLabel('Project', { exact: true }).fill('Queue Trial 2')
    await page.getByLabel('Project', { exact: true }).press('Enter')
    await expect(page.getByText('No request matches these filters.')).toBeVisible()
    await page.reload()
    await expect(page.getByText('No request matches these filters.')).toBeVisible()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(second).toBeVisible()
    await expect(page).toHaveURL(/\/requests\?search=queue$/)
  })

  test('a day is typed into a filter, and clearing the filters empties it', async ({ page }) => {
    await signIn(page, STAFF)
    await page.goto('/dashboard/requests')
    const from = page.getByLabel('Submitted from')
    await from.focus()
    await page.keyboard.type('05012026')
    await expect(page).toHaveURL(/from=2026-05-01/)
    await expect(from).toHaveValue('2026-05-01')
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(page).not.toHaveURL(/from=/)
    await expect(from).toHaveValue('')
  })

  test('a request is given to a colleague, and the activity log says so', async ({ page, seed }) => {
    const customer = await seed.createCustomer('Gina Given')
    const { id } = await seed.sendRequest(customer)
    await signIn(page, STAFF)
    await page.goto(`/dashboard/requests?request=${id}`)
    const request = dialog(page, 'Requested User Details')
    await request.getByLabel('Assigned to').selectOption(OTHER_STAFF.name)
    await expectToast(page, `Assigned to ${OTHER_STAFF.name}`)
    await request.getByRole('link', { name: /^Activity of/ }).click()
    await expect(page.getByText(/^Sam Furrow assigned .+ to Robin Drill$/)).toBeVisible()
  })

  test('counts by status follow the filters and move a status to the top', async ({ page, seed }) => {
    const customer = await seed.createCustomer('Carl Count', { projects: ['Count_Trial'] })
    for (const fileName of ['a.zip', 'b.zip', 'c.zip'])
      await seed.sendRequest(customer, { projectType: 'Count_Trial', fileName })
    const last = await seed.sendRequest(customer, { projectType: 'Count_Trial', fileName: 'd.zip' })
    await seed.changeStatus(last, 'UNDER_REVIEW')
    await signIn(page, STAFF)
    await page.goto('/dashboard/requests?project=Count+Trial')
    const counts = page.getByRole('list', { name: 'Requests by status' })
    await expect(counts.getByRole('button')).toHaveText(['Pending3', 'Under Review1', 'Processed0', 'Rejected0'])
    await counts.getByRole('button', { name: 'Pending' }).click()
    await expect(page.getByLabel('Sort by')).toHaveValue('pending')
    await expect(rows(page).last()).toContainText('Under Review')
    await expectAccessible(page, 'the queue of requests')
  })
})

test.describe('the page of a user', () => {
  test('shows who they are with their requests, opens from both lists, and leads to the review', async ({
    page,
    seed,
  }) => {
    const customer = await seed.createCustomer('Uta Page', { message: 'Welcome, Uta.' })
    await seed.sendRequest(customer, { fileName: 'paula.zip' })
    const other = await seed.createCustomer('Otto Other')
    await seed.sendRequest(other)
    await signIn(page, STAFF)
    await page.goto('/dashboard/users?search=uta.page')
    await page.getByRole('link', { name: 'Uta Page', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Uta Page')
    const main = page.getByRole('main')
    for (const text of [customer.email, 'Welcome, Uta.', 'Approved', 'Soybean Yield Trial', /of storage used$/])
      await expect(main.getByText(text).first()).toBeVisible()
    await expect(rows(page)).toHaveCount(1)
    await expectAccessible(page, 'the page of a user')
    await open(rows(page), 'View')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Soybean Yield Trial')
    await main.getByRole('link', { name: 'Uta Page', exact: true }).click()
    await page.getByRole('button', { name: 'Review' }).click()
    await dialog(page, 'Verify User').getByLabel('Status').selectOption('On Hold')
    await dialog(page, 'Verify User').getByRole('button', { name: 'Update' }).click()
    await expect(main.getByText('On Hold')).toBeVisible()
  })
})
