import type { Locator, Page } from '@playwright/test'
import { expect, expectToast, logIn, STAFF, signIn, test } from './fixtures.ts'

/** Presses Tab until the focus is there; fails for a control that cannot be reached. */
async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  await expect(target).toBeVisible()
  for (let presses = 0; presses < 40; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press(key)
  }
  await expect(target).toBeFocused()
}

const closesAndReturns = async (page: Page, opener: Locator, title: string) => {
  const dialog = page.getByRole('dialog', { name: title })
  await opener.focus()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeVisible()
  await expect(dialog.locator(':focus')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()
}

test('the divider of the field moves with the arrow keys, and the values change with it', async ({ page }) => {
  await page.goto('/')
  const divider = page.getByRole('slider', { name: 'Divider between photo and vegetation index' })
  await tabTo(page, divider)
  await expect(divider).toHaveValue('50')
  const reading = page.getByRole('definition').first()
  const before = await reading.innerText()
  for (let step = 0; step < 12; step += 1) await page.keyboard.press('ArrowRight')
  await expect(divider).toHaveValue('62')
  await expect(divider).toHaveAttribute('aria-valuetext', '62 percent photo, the rest vegetation index')
  await expect(reading).not.toHaveText(before)
  await page.keyboard.press('ArrowLeft')
  await expect(divider).toHaveValue('61')
  await page.keyboard.press('Home')
  await expect(divider).toHaveValue('0')
  await page.keyboard.press('End')
  await expect(divider).toHaveValue('100')
})

test('the first Tab offers to skip to the content', async ({ page }) => {
  await page.goto('/about')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await page.keyboard.press('Tab')
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('main').locator(':focus')).toBeVisible()
})

test('a person logs in and out without a mouse', async ({ page }) => {
  await page.goto('/')
  await tabTo(page, page.getByRole('banner').getByRole('link', { name: 'Log in' }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/log-in')
  await tabTo(page, page.getByLabel('Email'))
  await page.keyboard.type(STAFF.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(STAFF.password)
  await page.keyboard.press('Enter')
  await expectToast(page, 'Login successful!')
  await expect(page).toHaveURL('/dashboard/users')
  await expect(page.getByRole('heading', { name: 'Users' })).toBeFocused()
  await tabTo(page, page.getByRole('button', { name: /^Account menu/ }), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('button', { name: 'Sign out' }))
  await page.keyboard.press('Enter')
  await expectToast(page, 'You have successfully logged out!')
})

test('an archive is uploaded without a mouse', async ({ page, seed }) => {
  await signIn(page, await seed.createCustomer('Kira Keys'))
  await page.goto('/my-dashboard')
  const opener = page.getByRole('button', { name: 'Upload', exact: true }).first()
  await expect(page.getByText('No Projects')).toBeVisible()
  await tabTo(page, opener)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Upload Project Details' })
  await tabTo(page, dialog.getByLabel('Project Name'))
  await page.keyboard.type('Soy')
  await tabTo(page, dialog.getByLabel('Description'))
  await page.keyboard.type('Sent from the keys')
  // Set before the focus moves: the browser must know first that it must not open its own dialog.
  const choosing = page.waitForEvent('filechooser')
  await tabTo(page, dialog.getByRole('button', { name: 'Choose file' }))
  await page.keyboard.press('Enter')
  await (await choosing).setFiles({ name: 'keys.zip', mimeType: 'application/zip', buffer: Buffer.from('photos') })
  await expect(dialog.getByRole('button', { name: 'Remove keys.zip' })).toBeVisible()
  await tabTo(page, dialog.getByLabel('Digital Elevation Models'))
  await page.keyboard.press('Space')
  await tabTo(page, dialog.getByRole('button', { name: 'Upload File' }))
  await page.keyboard.press('Enter')
  await expectToast(page, 'File uploaded successfully!')
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()
  await expect(page.getByRole('row').filter({ hasText: 'keys.zip' })).toBeVisible()
})

test('Ctrl+B folds the sidebar, and it stays so after a reload', async ({ page }) => {
  await signIn(page, STAFF)
  await page.goto('/dashboard/users')
  const toggle = page.getByRole('button', { name: 'Toggle sidebar' })
  const sidebar = page.getByRole('complementary')
  const width = async () => (await sidebar.boundingBox())?.width
  await expect(toggle).toHaveAttribute('aria-expanded', 'true')
  await expect.poll(width).toBe(256)
  await page.keyboard.press('Control+b')
  await expect(toggle).toHaveAttribute('aria-expanded', 'false')
  await expect.poll(width).toBe(48)
  await page.reload()
  await expect(toggle).toHaveAttribute('aria-expanded', 'false')
  await expect.poll(width).toBe(48)
  await expect(page.getByRole('link', { name: 'Users' })).toBeVisible()
  const cookie = (await page.context().cookies()).find(({ name }) => name === 'sidebar')
  expect(((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400).toBeCloseTo(7, 1)
  await page.keyboard.press('Meta+b')
  await expect.poll(width).toBe(256)
})

test('the focus returns to the control that opened a dialog', async ({ page, seed }) => {
  const customer = await seed.createCustomer('Frieda Focus')
  await seed.publishReport(await seed.sendRequest(customer), ['values.csv'])
  await signIn(page, STAFF)
  await page.goto('/dashboard/users')
  await closesAndReturns(page, page.getByRole('button', { name: 'Review Frieda Focus' }), 'Verify User')
  await page.getByRole('link', { name: 'Dashboard' }).click()
  const view = page.getByRole('button', { name: /^View Frieda Focus/ })
  await closesAndReturns(page, view, 'Requested User Details')
  await view.click()
  const details = page.getByRole('dialog', { name: 'Requested User Details' })
  await closesAndReturns(page, details.getByRole('button', { name: 'View Report' }), 'Admin Reports')
  await closesAndReturns(page, details.getByRole('button', { name: 'Upload Report' }), 'Upload Report')
})

test('a button keeps the focus while its call is pending, and pressing it again does nothing', async ({
  page,
  seed,
}) => {
  await signIn(page, await seed.createCustomer('Petra Pending'))
  await page.goto('/account')
  const answered = Promise.withResolvers<void>()
  let calls = 0
  await page.route('**/api/auth/change-name', async (route) => {
    calls += 1
    await answered.promise
    await route.continue()
  })
  const change = page.getByRole('button', { name: 'Change name' })
  await page.getByLabel('Full Name').fill('Petra Pendingly')
  await tabTo(page, change)
  await page.keyboard.press('Enter')
  await expect(change).toHaveAttribute('aria-busy', 'true')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Space')
  await expect(change).toBeFocused()
  answered.resolve()
  await expectToast(page, 'Name changed')
  await expect(change).toBeDisabled()
  await expect(change).toBeFocused()
  expect(calls).toBe(1)
})

test('when the row of a closed dialog is gone, the focus goes to the row in its place', async ({ page, seed }) => {
  await seed.createPending('Gerda Gone')
  await seed.createPending('Stella Stays')
  await signIn(page, STAFF)
  await page.goto('/dashboard/users?status=pending')
  const review = (name: string) => page.getByRole('button', { name: `Review ${name}` })
  await review('Stella Stays').focus()
  await page.keyboard.press('ArrowDown')
  await expect(review('Gerda Gone')).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  const verify = page.getByRole('dialog', { name: 'Verify User' })
  await verify.getByLabel('Status').selectOption('On Hold')
  await verify.getByRole('button', { name: 'Update' }).click()
  await expect(verify).toBeHidden()
  await expect(review('Stella Stays')).toBeHidden()
  await expect(review('Gerda Gone')).toBeFocused()
})

test('Esc, the cross and the backdrop ask before they discard what was typed', async ({ page, seed }) => {
  const person = await seed.createPending('Dieter Discard')
  await signIn(page, STAFF)
  await page.goto(`/dashboard/users?search=${person.email}`)
  const opener = page.getByRole('button', { name: 'Review Dieter Discard' })
  await opener.click()
  const verify = page.getByRole('dialog', { name: 'Verify User' })
  const question = page.getByRole('dialog', { name: 'Discard what you entered?' })
  await verify.getByLabel('Status').selectOption('On Hold')
  await verify.getByLabel('Message').fill('Please send us')
  for (const close of [
    () => page.keyboard.press('Escape'),
    () => verify.getByRole('button', { name: 'Close' }).click(),
  ]) {
    await close()
    await expect(question.getByRole('button', { name: 'Keep editing' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(question).toBeHidden()
    await expect(verify.getByLabel('Message')).toHaveValue('Please send us')
  }
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(verify).toBeHidden()
  await expect(opener).toBeFocused()

  await opener.click()
  await verify.getByLabel('Message').fill('x')
  await verify.getByLabel('Message').fill('')
  await page.keyboard.press('Escape')
  await expect(verify).toBeHidden()
})

test('links and Back ask before they discard what was typed, Esc also before chosen files', async ({ page, seed }) => {
  const request = await seed.sendRequest(await seed.createCustomer('Lea Leaves'))
  await signIn(page, STAFF)
  await page.goto(`/dashboard/requests?request=${request.id}`)
  const details = page.getByRole('dialog', { name: 'Requested User Details' })
  const report = page.getByRole('dialog', { name: 'Upload Report' })
  const question = page.getByRole('dialog', { name: 'Discard what you entered?' })
  const message = details.getByLabel('Message to the customer')
  await details.getByRole('button', { name: 'Add a message' }).click()
  await message.fill('We start on Monday.')
  for (const leave of [
    () => details.getByRole('link', { name: 'Open page' }).click(),
    () => details.getByRole('link', { name: 'Activity of this request of Lea Leaves' }).click(),
    () => details.getByRole('link', { name: 'Lea Leaves', exact: true }).click(),
  ]) {
    await leave()
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await expect(message).toHaveValue('We start on Monday.')
  }

  await details.getByRole('button', { name: 'Upload Report' }).click()
  await report.getByLabel('Report files').setInputFiles({
    name: 'heights.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('plot,height'),
  })
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(report.getByRole('list', { name: 'Chosen files' })).toContainText('heights.csv')
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(report).toBeHidden()
  await expect(message).toHaveValue('We start on Monday.')

  await details.getByRole('link', { name: 'Open page' }).click()
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(page).toHaveURL(`/dashboard/requests/${request.id}`)
  await expect(details).toBeHidden()
  await page.goBack()
  await details.getByRole('button', { name: 'Add a message' }).click()
  await message.fill('We start on Tuesday.')
  await page.goForward()
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(message).toHaveValue('We start on Tuesday.')
})

test('the page of a request asks before a link discards a message, and not after it is saved', async ({
  page,
  seed,
}) => {
  const request = await seed.sendRequest(await seed.createCustomer('Paula Page'))
  await signIn(page, STAFF)
  await page.goto(`/dashboard/requests/${request.id}`)
  const back = page.getByRole('banner').getByRole('link', { name: 'Dashboard' })
  const message = page.getByLabel('Message to the customer')
  await page.getByRole('button', { name: 'Add a message' }).click()
  await message.fill('We start on Monday.')
  await back.click()
  await page
    .getByRole('dialog', { name: 'Discard what you entered?' })
    .getByRole('button', { name: 'Keep editing' })
    .click()
  await expect(message).toHaveValue('We start on Monday.')
  await page.getByRole('button', { name: 'Update Message' }).click()
  await expect(message).toBeHidden()
  await back.click()
  await expect(page).toHaveURL(/\/dashboard\/requests(\?|$)/)
})

test('the menu of a phone closes on Esc and returns the focus', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 800 })
  await page.goto('/')
  await closesAndReturns(page, page.getByRole('button', { name: 'Open menu' }), 'Menu')
  await logIn(page, STAFF)
  // A new screen moves the focus to its heading; the test may move it only after that.
  await expect(page.getByRole('heading', { name: 'Users', level: 1 })).toBeFocused()
  await closesAndReturns(page, page.getByRole('button', { name: 'Toggle sidebar' }), 'Menu')
})
