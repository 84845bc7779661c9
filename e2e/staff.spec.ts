import type { Browser, Page } from '@playwright/test'
import { expect, expectToast, STAFF, signIn, test } from './fixtures.ts'
import type { Customer } from './seed.ts'

const rowOf = (page: Page, { email }: Customer) => page.getByRole('row').filter({ hasText: email })

async function openColleague(browser: Browser): Promise<Page> {
  const context = await browser.newContext()
  const colleague = await context.newPage()
  await signIn(colleague, STAFF)
  await colleague.goto('/dashboard/users')
  return colleague
}

async function openRequest(page: Page, customer: Customer): Promise<void> {
  await rowOf(page, customer).first().getByRole('button', { name: /^View/ }).click()
  await expect(page.getByRole('dialog', { name: 'Requested User Details' })).toBeVisible()
}

test.describe('users', () => {
  test.beforeEach(async ({ page }) => {
    await signIn(page, STAFF)
    await page.goto('/dashboard/users')
  })

  test('are logged out everywhere, when a phone is lost', async ({ page, seed, browser }) => {
    const customer = await seed.createCustomer('Lena Lost')
    const phone = await browser.newPage()
    await signIn(phone, customer)
    await phone.goto('/my-dashboard')
    await expect(phone.getByText('No Projects')).toBeVisible()
    await page.reload()
    await rowOf(page, customer)
      .getByRole('button', { name: /Review/ })
      .click()
    const dialog = page.getByRole('dialog', { name: 'Verify User' })
    await dialog.getByText(/^Logged in on (one device|\d devices)$/).click()
    await expect(dialog.getByText('Chrome on Linux').first()).toBeVisible()
    await dialog.getByRole('button', { name: 'Log out everywhere' }).click()
    await expectToast(page, 'Lena Lost was logged out everywhere')
    await expect(dialog.getByText('Not signed in anywhere.')).toBeVisible()
    await phone.reload()
    await expect(phone).toHaveURL(/\/log-in/)
    await phone.close()
  })

  test('F60: are not decided upon twice: the second member of staff sees what the first did', async ({
    page,
    browser,
    seed,
  }) => {
    const person = await seed.createPending('Connie Conflict')
    const colleague = await openColleague(browser)
    await page.reload()
    const dialogs = []
    for (const staff of [page, colleague]) {
      await rowOf(staff, person).getByRole('button', { name: 'Review' }).click()
      dialogs.push(staff.getByRole('dialog', { name: 'Verify User' }))
    }
    const [mine, theirs] = dialogs as [ReturnType<Page['getByRole']>, ReturnType<Page['getByRole']>]
    await theirs.getByLabel('Status').selectOption('Approved')
    await theirs.getByRole('button', { name: 'Add Project' }).click()
    await theirs.getByRole('textbox', { name: 'Project type 1' }).fill('Oat_Trial')
    await expect(theirs.getByRole('button', { name: 'Add More' })).toBeVisible()
    await theirs.getByRole('button', { name: 'Update' }).click()
    await expect(theirs).toBeHidden()

    await mine.getByLabel('Status').selectOption('Rejected')
    await mine.getByRole('button', { name: 'Update' }).click()
    await expect(mine.getByLabel('Message')).toHaveAccessibleDescription(
      /Tell this person why you reject their account\.$/,
    )
    await mine.getByLabel('Message').fill('We do not know your institute.')
    await mine.getByRole('button', { name: 'Update' }).click()
    await expect(mine.getByRole('alert')).toContainText(/^Error while verifying user: /)
    await mine.getByRole('button', { name: 'Show changes' }).click()
    await expect(mine.getByLabel('Status')).toHaveValue('APPROVED')
    await expect(mine.getByRole('textbox', { name: 'Project type 1' })).toHaveValue('Oat_Trial')
    await mine.getByRole('button', { name: 'Cancel' }).click()
    await expect(rowOf(page, person)).toContainText('Approved')
    await colleague.context().close()
  })
})

test.describe('requests', () => {
  test('F59: changed by someone else meanwhile are not overwritten', async ({ page, browser, seed }) => {
    const customer = await seed.createCustomer('Rosa Race')
    await seed.sendRequest(customer)
    await signIn(page, STAFF)
    await page.goto('/dashboard/users')
    const colleague = await openColleague(browser)
    for (const staff of [page, colleague]) {
      await staff.getByRole('link', { name: 'Dashboard' }).click()
      await openRequest(staff, customer)
      await expect(staff.getByText('No description provided.')).toBeVisible()
      await expect(staff.getByRole('button', { name: 'View Report' })).toBeHidden()
      await expect(staff.getByRole('button', { name: 'Update Status' })).toBeHidden()
    }
    await colleague.getByLabel('File Status').selectOption('Under Review')
    await colleague.getByRole('button', { name: 'Update Status' }).click()
    await expectToast(colleague, 'Status successfully updated to Under Review')
    await expect(colleague.getByRole('button', { name: 'Update Status' })).toBeHidden()

    await page.getByLabel('File Status').selectOption('Rejected')
    await page.getByRole('button', { name: 'Update Status' }).click()
    const message = page.getByLabel('Message to the customer')
    await expect(message).toHaveAccessibleDescription(/Tell the customer why you reject this request\.$/)
    await message.fill('The photos are blurred.')
    await page.getByRole('button', { name: 'Update Status' }).click()
    await expectToast(page, 'Error updating status')
    await expect(page.getByRole('alert')).toContainText('It is now Under Review')
    await page.getByRole('button', { name: 'Update Status' }).click()
    await expectToast(page, 'Status successfully updated to Rejected')
    await colleague.context().close()
  })

  test('taken back from processed withdraw their report after a question, and publish it again', async ({
    page,
    browser,
    seed,
  }) => {
    const customer = await seed.createCustomer('Wanda Withdrawn')
    await seed.publishReport(await seed.sendRequest(customer), ['heights.csv', 'cover.csv'])
    await signIn(page, STAFF)
    await page.goto('/dashboard/requests')
    await openRequest(page, customer)
    const reader = await browser.newPage()
    await signIn(reader, customer)
    const openMine = async () => {
      await reader.goto('/my-dashboard')
      await reader.getByRole('button', { name: /^View/ }).click()
    }

    await page.getByLabel('File Status').selectOption('Under Review')
    await page.getByLabel('Message to the customer').fill('The heights are wrong.')
    await page.getByRole('button', { name: 'Update Status' }).click()
    const question = page.getByRole('dialog', { name: 'Withdraw the report?' })
    await expect(question).toContainText(
      'Wanda Withdrawn will no longer be able to open the report of this request (2 files)',
    )
    await question.getByRole('button', { name: 'Keep' }).click()
    await expect(page.getByLabel('Message to the customer')).toHaveValue('The heights are wrong.')
    await page.getByRole('button', { name: 'Update Status' }).click()
    await question.getByRole('button', { name: 'Withdraw report' }).click()
    await expectToast(page, 'Status successfully updated to Under Review')
    await openMine()
    await expect(reader.getByRole('dialog')).toContainText('The heights are wrong.')
    await expect(reader.getByRole('button', { name: 'View Reports' })).toBeHidden()

    await page.getByRole('button', { name: 'View Report' }).click()
    const report = page.getByRole('dialog', { name: 'Admin Reports' })
    await expect(report).toContainText("The customer can't see this report")
    await report.getByRole('button', { name: 'Publish' }).click()
    await expectToast(page, 'Report published')
    await expect(report).not.toContainText("The customer can't see this report")
    await openMine()
    await expect(reader.getByRole('button', { name: 'View Reports' })).toBeVisible()
    await expect(reader.getByRole('dialog')).toContainText('No message provided')
    await reader.close()
  })

  test('have a page each, where staff answer as in the dialog', async ({ page, seed }) => {
    const customer = await seed.createCustomer('Petra Page')
    const request = await seed.sendRequest(customer, { description: 'Please mind the border rows.' })
    await seed.publishReport(request, ['heights.csv'])
    await signIn(page, STAFF)
    await page.goto('/dashboard/requests')
    await openRequest(page, customer)
    await page.getByRole('link', { name: 'Open page' }).click()
    await expect(page).toHaveURL(`/dashboard/requests/${request.id}`)
    await expect(page).toHaveTitle('Soybean Yield Trial, Petra Page - Skyfurrow')
    await expect(page.getByRole('region', { name: 'Request' })).toContainText('Please mind the border rows.')
    await expect(page.getByRole('link', { name: customer.email })).toHaveAttribute('href', `mailto:${customer.email}`)
    await page.getByRole('button', { name: 'View Report' }).click()
    const report = page.getByRole('dialog', { name: 'Admin Reports' })
    await expect(report.getByRole('link', { name: 'Download heights.csv' })).toBeVisible()
    await report.getByRole('button', { name: 'Close' }).click()

    await page.getByLabel('File Status').selectOption('Rejected')
    await page.getByLabel('Message to the customer').fill('Plot 7 is missing.')
    await page.getByRole('button', { name: 'Update Status' }).click()
    await page.getByRole('button', { name: 'Withdraw report' }).click()
    await expectToast(page, 'Status successfully updated to Rejected')
    const timeline = page.getByRole('region', { name: 'Timeline' })
    await expect(timeline.getByRole('listitem').last()).toContainText('Plot 7 is missing.')
    await page.getByRole('link', { name: 'Activity of this request of Petra Page' }).click()
    await expect(page).toHaveURL(`/dashboard/activity?subject=analysis:${request.id}`)
    await page.goto('/dashboard/requests/nothing')
    await expect(page.getByRole('heading', { level: 1, name: 'Request not found' })).toBeVisible()
  })
})
