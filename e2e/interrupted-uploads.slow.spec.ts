import type { Page, Route, TestInfo } from '@playwright/test'
import { expect, expectToast, test } from './fixtures.ts'
import { makeFile } from './images.ts'
import {
  archiveInput,
  dropArea,
  dropFromDisk,
  fillUpload,
  logInAsNewCustomer,
  submit,
  unfinished,
  upload,
} from './upload-screen.ts'

/** Three parts, because the server of these tests uses parts of 8 MiB. */
const MEGABYTES = 20
const PARTS = 3
/** How many attempts a part gets that a reachable server rejects. */
const TRIES = 4

const dock = (page: Page) => page.getByRole('region', { name: 'Uploads', exact: true })

async function startUpload(page: Page, file: string): Promise<void> {
  await fillUpload(page, 'Soybean Yield Trial')
  await archiveInput(page).setInputFiles(file)
  await submit(page).click()
}

/** Counts the parts that are sent, and lets a test decide about each. */
async function watchParts(page: Page, decide: (route: Route, count: number) => Promise<void>): Promise<() => number> {
  let sent = 0
  await page.route('**/*', async (route) => {
    if (route.request().method() !== 'PUT') return route.fallback()
    sent += 1
    return decide(route, sent)
  })
  return () => sent
}

/** The second part never succeeds. */
const holdSecondPart = async (route: Route, count: number) => (count === 2 ? undefined : route.continue())

const makeArchive = (testInfo: TestInfo, name = 'plots_2026-07-01.zip', megabytes = MEGABYTES) =>
  makeFile(testInfo.outputPath('archives', String(megabytes)), name, megabytes)

test.describe('an upload', () => {
  test('that lost a part says so, and Retry sends only what is missing', async ({ page, seed }, testInfo) => {
    await logInAsNewCustomer(page, seed, 'Lars Lost')
    let broken = true
    const sent = await watchParts(page, (route, count) => (broken && count > 1 ? route.abort() : route.continue()))
    await startUpload(page, makeArchive(testInfo))
    await expect(upload(page).getByText('Connection lost - trying again')).toBeVisible()
    await expectToast(page, 'File could not be uploaded!')
    await expect(upload(page).getByText('Upload failed', { exact: true })).toBeVisible()
    await expect(upload(page).getByText('Error uploading plots_2026-07-01.zip: Failed to upload part 2')).toBeVisible()
    await expect(upload(page).getByRole('button', { name: 'Remove', exact: true })).toBeVisible()
    expect(sent()).toBe(1 + TRIES)
    broken = false
    await upload(page).getByRole('button', { name: 'Retry' }).click()
    await expectToast(page, 'File plots_2026-07-01.zip uploaded successfully!')
    await expect(upload(page)).toBeHidden()
    expect(sent()).toBe(1 + TRIES + PARTS - 1)
    await expect(page.getByRole('row').filter({ hasText: 'plots_2026-07-01.zip' })).toContainText('Pending')
  })

  test('continues at the bottom of the page while people do other things', async ({ page, seed }, testInfo) => {
    await page.addInitScript(() => {
      navigator.wakeLock.request = async () => {
        document.documentElement.dataset.awake = 'true'
        return Object.assign(new EventTarget(), {
          async release() {
            delete document.documentElement.dataset.awake
          },
        }) as unknown as WakeLockSentinel
      }
    })
    await logInAsNewCustomer(page, seed, 'Dora Dock')
    let held = true
    await watchParts(page, async (route, count) => (held && count === 2 ? undefined : route.continue()))
    await startUpload(page, makeArchive(testInfo))
    await expect(upload(page).getByText('40%')).toBeVisible()
    await expect(
      upload(page).getByText('You can close this dialog. Keep this tab open; progress continues below.'),
    ).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(upload(page)).toBeHidden()
    await expect(unfinished(page)).toBeHidden()
    const underWay = page.getByRole('region', { name: 'Upload in progress' })
    await expect(underWay).toContainText('plots_2026-07-01.zip, 40%')
    await expect(page.getByText('No Projects')).toBeHidden()
    await expect(dock(page)).toContainText('8.00 MB of 20.00 MB')
    await expect(page.locator('html')).toHaveAttribute('data-awake', 'true')
    await page.getByRole('button', { name: /^Account menu/ }).click()
    await page
      .getByRole('menuitem', { name: 'Account' })
      .or(page.getByRole('link', { name: 'Account' }))
      .click()
    await expect(page).toHaveTitle(/^40% · Account/)
    await dock(page).getByRole('button', { name: 'Pause plots_2026-07-01.zip' }).click()
    await expect(dock(page)).toContainText('Paused')
    await expect(page.locator('html')).not.toHaveAttribute('data-awake')
    held = false
    await dock(page).getByRole('button', { name: 'Continue plots_2026-07-01.zip' }).click()
    await expectToast(page, 'File uploaded successfully!')
    await expect(dock(page)).toContainText('Uploaded')
    await expect(dock(page)).toBeHidden()
    await expect(page).toHaveTitle('Account settings - Skyfurrow')
    await page.getByRole('link', { name: 'My Dashboard' }).first().click()
    await expect(page.getByRole('row').filter({ hasText: 'plots_2026-07-01.zip' })).toContainText('Pending')
  })

  test('resumes after a reload without choosing, when the browser has the file handle', async ({
    page,
    seed,
  }, testInfo) => {
    await logInAsNewCustomer(page, seed, 'Hanna Handle')
    await watchParts(page, holdSecondPart)
    await fillUpload(page, 'Soybean Yield Trial')
    await dropFromDisk(dropArea(page), makeArchive(testInfo))
    await submit(page).click()
    await expect(upload(page).getByText('40%')).toBeVisible()
    page.once('dialog', (question) => void question.accept())
    await page.reload()
    await page.unroute('**/*')
    const sent = await watchParts(page, (route) => route.continue())
    await unfinished(page).getByRole('button', { name: 'Continue plots_2026-07-01.zip' }).dblclick()
    await expectToast(page, 'File uploaded successfully!')
    expect(sent()).toBe(PARTS - 1)
    await expect(page.getByRole('row').filter({ hasText: 'plots_2026-07-01.zip' })).toContainText('Pending')
  })

  test('resumes after a reload when the same file is chosen again', async ({ page, seed }, testInfo) => {
    await logInAsNewCustomer(page, seed, 'Rolf Resume')
    const file = makeArchive(testInfo)
    await watchParts(page, holdSecondPart)
    await startUpload(page, file)
    await expect(upload(page).getByText('40%')).toBeVisible()
    const asked = page.waitForEvent('dialog')
    const reloading = page.reload()
    const question = await asked
    expect(question.type()).toBe('beforeunload')
    await question.accept()
    await reloading
    await page.unroute('**/*')
    const sent = await watchParts(page, (route) => route.continue())

    await expect(unfinished(page)).toContainText('8.00 MB of 20.00 MB uploaded')
    await expect(page.getByRole('region', { name: 'Upload not finished' })).toBeVisible()
    await expect(page.getByText('No Projects')).toBeHidden()
    await unfinished(page).getByRole('button', { name: 'Continue plots_2026-07-01.zip' }).click()
    await expect(upload(page).getByLabel('Project Name')).toBeDisabled()
    await archiveInput(page).setInputFiles(makeArchive(testInfo, 'other_field.zip', 1))
    await expect(
      upload(page).getByText('This upload was started with plots_2026-07-01.zip. Choose that file.'),
    ).toBeVisible()
    await archiveInput(page).setInputFiles(makeArchive(testInfo, 'plots_2026-07-01.zip', 1))
    await expect(upload(page).getByText(/^plots_2026-07-01.zip has a different size/)).toBeVisible()
    await archiveInput(page).setInputFiles(file)
    await submit(page).click()
    await expectToast(page, 'File uploaded successfully!')
    await expect(upload(page)).toBeHidden()
    expect(sent()).toBe(PARTS - 1)
    await expect(unfinished(page)).toBeHidden()
    await expect(page.getByRole('row').filter({ hasText: 'plots_2026-07-01.zip' })).toContainText('Pending')
  })
})
