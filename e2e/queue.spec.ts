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

  test('a request that a change takes out of the filter leaves the list, and its dialog stays open', async ({
    page,
    seed,
  }) => {
    const customer = await seed.createCustomer('Ole Outgrown')
    await seed.sendRequest(customer)
    await signIn(page, STAFF)
    await page.goto('/dashboard/requests?search=ole.outgrown&assignee=nobody')
    await open(rows(page), 'View')
    const request = dialog(page, 'Requested User Details')
    await request.getByRole('button', { name: 'Assign to me' }).click()
    await expect(page.getByText('No request matches these filters.')).toBeAttached()
    await expect(request.getByLabel('Assigned to')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByText('No request matches these filters.')).toBeVisible()
  })

  test('the pages of a request and of a user lead back to their list with its filters', async ({ page, seed }) => {
    const customer = await seed.createCustomer('Bea Back')
    await seed.sendRequest(customer)
    await signIn(page, STAFF)
    await page.goto('/dashboard/requests?search=bea.back&assignee=nobody')
    await open(rows(page), 'View')
    await page.getByRole('link', { name: 'Open page' }).click()
    await page.getByRole('main').getByRole('link', { name: 'Dashboard' }).click()
    await expect(page).toHaveURL('/dashboard/requests?search=bea.back&assignee=nobody')
    await page.goto('/dashboard/users?search=bea.back')
    await page.getByRole('link', { name: 'Bea Back', exact: true }).click()
    await page.getByRole('main').getByRole('link', { name: 'Users' }).click()
    await expect(page).toHaveURL('/dashboard/users?search=bea.back')
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

  test('of two assignees chosen in a row, the last one stays', async ({ page, seed }) => {
    const { id } = await seed.sendRequest(await seed.createCustomer('Tina Twice'))
    await signIn(page, STAFF)
    const firstMayPass = Promise.withResolvers<void>()
    await page.route('**/api/admin/assign-request', async (route) => {
      await firstMayPass.promise
      await route.continue()
    })
    await page.goto(`/dashboard/requests?request=${id}`)
    const assignee = dialog(page, 'Requested User Details').getByLabel('Assigned to')
    await assignee.selectOption(OTHER_STAFF.name)
    await assignee.selectOption('Sam Furrow (you)')
    firstMayPass.resolve()
    await expectToast(page, 'Assigned to Sam Furrow')
    await page.reload()
    await expect(assignee.locator('option:checked')).toHaveText('Sam Furrow (you)')
  })

  test('a list of staff that fails to load says so, and is loaded again on request', async ({ page, seed }) => {
    const { id } = await seed.sendRequest(await seed.createCustomer('Fay Failed'))
    await signIn(page, STAFF)
    await page.route('**/api/admin/staff', (route) => route.fulfill({ status: 400 }))
    await page.goto(`/dashboard/requests?request=${id}`)
    const request = dialog(page, 'Requested User Details')
    await expect(request.getByText('The list of staff could not be loaded.')).toBeVisible()
    await page.unroute('**/api/admin/staff')
    await request.getByRole('button', { name: 'Try Again' }).click()
    await expect(request.getByText('The list of staff could not be loaded.')).toBeHidden()
    await request.getByLabel('Assigned to').selectOption(OTHER_STAFF.name)
    await expectToast(page, `Assigned to ${OTHER_STAFF.name}`)
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

  test('of nobody says so', async ({ page }) => {
    await signIn(page, STAFF)
    await page.goto('/dashboard/users/nobody')
    await expect(
      page.getByText("We couldn't find this user. Check the link, or look for them in the list."),
    ).toBeVisible()
  })
})

test('before a customer is stopped or loses a project, staff see which unfinished uploads that cancels', async ({
  page,
  seed,
}) => {
  const customer = await seed.createCustomer('Ulla Upload', { projects: ['Maize', 'Barley'] })
  await seed.startUpload(customer, { projectType: 'Maize', fileName: 'a.zip' })
  await seed.startUpload(customer, { projectType: 'Maize', fileName: 'b.zip' })
  await seed.startUpload(customer, { projectType: 'Barley', fileName: 'c.zip' })
  await signIn(page, STAFF)
  await page.goto('/dashboard/users?search=ulla.upload')
  await open(rows(page), 'Review')
  const verify = dialog(page, 'Verify User')
  await verify.getByRole('button', { name: 'Remove project type 1' }).click()
  await expect(verify.getByText('This update will cancel 2 unfinished uploads')).toBeVisible()
  await expect(verify.getByText('For Maize. What has arrived will be deleted.')).toBeVisible()
  await verify.getByLabel('Status').selectOption('On Hold')
  await expect(verify.getByText('This update will cancel 3 unfinished uploads')).toBeVisible()
  await verify.getByLabel('Status').selectOption('Approved')
  await expect(verify.getByText('This update will cancel 2 unfinished uploads')).toBeVisible()
})
