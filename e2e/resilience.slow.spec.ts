import type { Page, Route, TestInfo } from '@playwright/test'
import { expect, expectToast, type Seed, signIn, test } from './fixtures.ts'
import { makeFile } from './images.ts'
import { archiveInput, fillUpload, openUpload, submit, upload } from './upload-screen.ts'

const ACCOUNT_CODE = '**/assets/account-*.js'
const dock = (page: Page) => page.getByRole('region', { name: 'Uploads' })
const settings = (page: Page) => page.getByRole('heading', { name: 'Account settings' })
const gone = (route: Route) => route.fulfill({ status: 404 })

async function openSettings(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account menu/ }).click()
  await page.getByRole('link', { name: 'Account settings' }).click()
}

/** The server starts another program than this page. */
const deployNewVersion = (page: Page) =>
  page.route('**/log-in', async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replace(/\/assets\/main-[\w-]+\.js/g, '/assets/main-of-tomorrow.js')
    await route.fulfill({ response, body })
  })

/** An upload whose second part waits until it is released. */
async function startUpload(page: Page, seed: Seed, testInfo: TestInfo): Promise<() => void> {
  const released = Promise.withResolvers<void>()
  await page.route(/partNumber=2&/, async (route) => {
    await released.promise
    await route.continue()
  })
  await signIn(page, await seed.createCustomer('Rosa Resilient'))
  await page.goto('/my-dashboard')
  await expect(page.getByText('No Projects')).toBeVisible()
  await fillUpload(page, 'Soybean Yield Trial')
  await archiveInput(page).setInputFiles(makeFile(testInfo.outputPath('archives'), 'plots_2026-07-01.zip', 20))
  // What it says moves the button.
  await expect(upload(page).getByText("Its content doesn't match its name.")).toBeVisible()
  await submit(page).click()
  await expect(upload(page).getByText('40%')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dock(page)).toContainText('8.00 MB of 20.00 MB')
  return released.resolve
}

const expectFrame = async (page: Page) => {
  await expect(page.getByRole('navigation', { name: 'Work' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Account menu/ })).toBeVisible()
}

test.describe('a screen whose code cannot be loaded', () => {
  test('leaves the frame and a running upload as they are, and opens by itself', async ({ page, seed }, testInfo) => {
    const release = await startUpload(page, seed, testInfo)
    await page.route(ACCOUNT_CODE, (route) => route.abort())
    await openSettings(page)
    await expect(page.getByRole('heading', { name: "This screen couldn't be loaded" })).toBeFocused()
    await expect(page.getByText('Your upload is safe and continues by itself.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Reload the page' })).toBeHidden()
    await expectFrame(page)
    await expect(dock(page)).toContainText('8.00 MB of 20.00 MB')

    await page.unroute(ACCOUNT_CODE)
    await expect(settings(page)).toBeFocused()
    await expect(page).toHaveURL('/account')
    release()
    await expectToast(page, 'File uploaded successfully!')
  })

  test('opens with Try again, and other screens meanwhile', async ({ page, seed }) => {
    await page.clock.install()
    await signIn(page, await seed.createCustomer('Theo Tries'))
    await page.goto('/my-dashboard')
    await page.route(ACCOUNT_CODE, gone)
    await openSettings(page)
    await expect(page.getByRole('heading', { name: "This screen couldn't be loaded" })).toBeVisible()
    await page.getByRole('link', { name: 'My Dashboard' }).click()
    await expect(page.getByText('No Projects')).toBeVisible()
    await openSettings(page)
    const tryAgain = page.getByRole('button', { name: 'Try again' })
    await tryAgain.click()
    await expect(tryAgain).toBeFocused()
    await expect(tryAgain).toBeEnabled()
    await page.unroute(ACCOUNT_CODE)
    await tryAgain.click()
    await expect(settings(page)).toBeFocused()
  })

  test('that is a dialog says so in a dialog, and its form opens by itself', async ({ page, seed }) => {
    const code = '**/assets/upload-dialog-*.js'
    await page.route(code, (route) => route.abort())
    await signIn(page, await seed.createCustomer('Dana Dialog'))
    await page.goto('/my-dashboard')
    await openUpload(page)
    await expect(upload(page).getByRole('alert')).toContainText("This couldn't be loaded")
    await expectFrame(page)
    await page.unroute(code)
    await expect(upload(page).getByLabel('Project Name')).toBeVisible()
  })

  test('that is the upload dock leaves the upload running', async ({ page, seed }, testInfo) => {
    const code = '**/assets/upload-dock-*.js'
    await page.route(code, (route) => route.abort())
    const released = Promise.withResolvers<void>()
    await page.route(/partNumber=2&/, async (route) => {
      await released.promise
      await route.continue()
    })
    await signIn(page, await seed.createCustomer('Dirk Dockless'))
    await page.goto('/my-dashboard')
    await fillUpload(page, 'Soybean Yield Trial')
    await archiveInput(page).setInputFiles(makeFile(testInfo.outputPath('archives'), 'plots_2026-07-01.zip', 20))
    await submit(page).click()
    await page.keyboard.press('Escape')
    await expect(dock(page)).toContainText("its progress can't be shown right now")
    const question = page.waitForEvent('dialog')
    // Does not end when the person stays.
    void page.reload().catch(() => undefined)
    await (await question).dismiss()
    await page.unroute(code)
    await expect(dock(page)).toContainText('8.00 MB of 20.00 MB')
    released.resolve()
    await expectToast(page, 'File uploaded successfully!')
  })
})

/** From now on a screen that shows a date throws an error, which React and the router report in the console. */
const BREAK_DATES = `
  const { getDate } = Date.prototype
  window.repair = () => { Date.prototype.getDate = getDate }
  console.error = () => {}
  Date.prototype.getDate = () => { throw new Error('This browser has no days') }
`

test('a screen that fails leaves its frame, and can be tried again', async ({ page, seed }) => {
  await signIn(page, await seed.createCustomer('Fred Faulty'))
  await page.goto('/my-dashboard')
  await expect(page.getByText('No Projects')).toBeVisible()
  await page.evaluate(BREAK_DATES)
  await openSettings(page)
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
  await expectFrame(page)
  await page.evaluate('repair()')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(settings(page)).toBeVisible()
})

test.describe('a new version', () => {
  test('is announced, and loaded with the next screen', async ({ page, seed }) => {
    await page.clock.install()
    await signIn(page, await seed.createCustomer('Nils New'))
    await page.goto('/my-dashboard')
    await expect(page.getByText('No Projects')).toBeVisible()
    await deployNewVersion(page)
    await page.clock.fastForward('17:00')
    const notice = page.getByRole('status').filter({ hasText: 'A new version of Skyfurrow is ready' })
    await expect(notice).toContainText('You get it with the next screen you open.')
    await expect(notice.getByRole('button', { name: 'Reload' })).toBeVisible()
    const reloaded = page.waitForEvent('load')
    await openSettings(page)
    await reloaded
    await expect(settings(page)).toBeVisible()
    await expect(notice).toBeHidden()
  })

  test('is announced when a dialog is missing', async ({ page, seed }) => {
    await signIn(page, await seed.createCustomer('Mia Missing'))
    await page.route('**/assets/upload-dialog-*.js', gone)
    await page.goto('/my-dashboard')
    await deployNewVersion(page)
    await openUpload(page)
    await expect(upload(page).getByRole('alert')).toContainText("This couldn't be loaded")
    await expect(page.getByText('A new version of Skyfurrow is ready')).toBeVisible()
  })

  test('waits for an upload; then the screen that needs it opens by itself', async ({ page, seed }, testInfo) => {
    const release = await startUpload(page, seed, testInfo)
    let loads = 0
    page.on('load', () => (loads += 1))
    await deployNewVersion(page)
    await page.route(ACCOUNT_CODE, gone)
    await openSettings(page)
    await expect(page.getByRole('heading', { name: 'This screen comes with the new version' })).toBeVisible()
    await expect(page.getByText('this screen opens once it has finished')).toBeVisible()
    await expect(page.getByText('You get it once your upload has finished.')).toBeVisible()
    await expectFrame(page)
    await page.getByRole('link', { name: 'My Dashboard' }).click()
    await expect(page.getByRole('button', { name: 'Upload', exact: true }).first()).toBeVisible()

    await openSettings(page)
    // The new page gets the code.
    page.once('framenavigated', () => void page.unroute(ACCOUNT_CODE))
    release()
    await expectToast(page, 'File uploaded successfully!')
    await expect(settings(page)).toBeVisible()
    expect(loads).toBe(1)
  })
})
