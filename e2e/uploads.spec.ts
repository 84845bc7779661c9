import type { Page, Route, TestInfo } from '@playwright/test'
import { expect, expectToast, type Seed, signIn, test } from './fixtures.ts'
import { makeFile } from './images.ts'
import {
  archiveInput,
  dropArea,
  dropFromDisk,
  fillUpload,
  openUpload,
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

async function logInAsNewCustomer(page: Page, seed: Seed, fullName: string) {
  const customer = await seed.createCustomer(fullName, { projects: ['Soybean_Yield_Trial', 'Oat_Rows'] })
  await signIn(page, customer)
  await page.goto('/my-dashboard')
  await expect(page.getByText('No Projects')).toBeVisible()
  return customer
}

test.describe('the upload form', () => {
  test('lets a file be changed and removed, and the focus stays with it', async ({ page, seed }) => {
    await logInAsNewCustomer(page, seed, 'Vanya Valid')
    await openUpload(page)
    const dialog = upload(page)
    await archiveInput(page).setInputFiles({ name: 'one.zip', mimeType: '', buffer: Buffer.from('photos') })
    const choosing = page.waitForEvent('filechooser')
    await dialog.getByRole('button', { name: 'Change one.zip' }).click()
    await (await choosing).setFiles({ name: 'three.zip', mimeType: '', buffer: Buffer.from('photos') })
    await expect(dialog.getByRole('button', { name: 'Change three.zip' })).toBeFocused()
    await dialog.getByRole('button', { name: 'Remove three.zip' }).click()
    await expect(dialog.getByRole('button', { name: 'Choose file' })).toBeFocused()
  })

  test('at 1280 by 800 shows file and outputs at once, with the only project chosen', async ({ page, seed }) => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await signIn(page, await seed.createCustomer('Sina Sole'))
    await page.goto('/my-dashboard')
    await openUpload(page)
    const dialog = upload(page)
    await expect(dialog.getByLabel('Project Name')).toHaveValue('Soybean_Yield_Trial')
    await dialog.getByRole('button', { name: 'Choose file' }).focus()
    // Not a ZIP file, so that the warning about it is there too.
    await archiveInput(page).setInputFiles({ name: 'one.zip', mimeType: '', buffer: Buffer.from('photos') })
    await expect(dialog.getByRole('button', { name: 'Change one.zip' })).toBeFocused()
    await expect(dropArea(page)).toBeHidden()
    await expect(dialog.getByText('Check this before you upload')).toBeVisible()
    for (const seen of [
      dialog.getByLabel('Project Name'),
      dialog.getByRole('button', { name: 'Change one.zip' }),
      dialog.getByRole('checkbox').first(),
      dialog.getByRole('checkbox').last(),
    ])
      await expect(seen).toBeInViewport({ ratio: 1 })
  })

  test('keeps its button in place when the archive was looked at', async ({ page, seed }, testInfo) => {
    await page.setViewportSize({ width: 1280, height: 1100 })
    await logInAsNewCustomer(page, seed, 'Kim Keeps')
    await openUpload(page)
    const place = await submit(page).boundingBox()
    await archiveInput(page).setInputFiles(makeArchive(testInfo))
    await expect(upload(page).getByText("Its content doesn't match its name.")).toBeVisible()
    expect(await submit(page).boundingBox()).toEqual(place)
  })

  test('has help in other tabs, so that an upload is not left', async ({ page, seed }) => {
    await logInAsNewCustomer(page, seed, 'Hedda Help')
    await openUpload(page)
    for (const [name, title] of [
      ['Accepted archives', 'Accepted archives'],
      ['Ground control points', 'Laying out ground control'],
      ['Flight settings', 'What overlap does'],
    ] as const) {
      const opening = page.waitForEvent('popup')
      await upload(page).getByRole('list', { name: 'Help' }).getByRole('link', { name }).click()
      const help = await opening
      await expect(help.getByRole('heading', { name: title })).toBeInViewport()
      await help.close()
    }
    await expect(upload(page)).toBeVisible()
  })
})

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

test('a second after the upload, the form is closed and empty and the request in the list', async ({ page, seed }) => {
  await page.clock.install()
  await logInAsNewCustomer(page, seed, 'Sonja Second')
  await fillUpload(page, 'Oat Rows')
  await upload(page).getByLabel('Description').fill('Cloudless')
  await archiveInput(page).setInputFiles({ name: 'north.zip', mimeType: '', buffer: Buffer.from('photos') })
  await page.clock.pauseAt(new Date(Date.now() + 60_000))
  await submit(page).click()
  await expect(page.getByText('File uploaded successfully!')).toBeVisible()
  await expect(upload(page).getByText('100%')).toBeVisible()
  await page.clock.runFor(999)
  await expect(upload(page)).toBeVisible()
  await page.clock.runFor(1)
  await expect(upload(page)).toBeHidden()
  await page.clock.resume()
  await expect(page.getByRole('row').filter({ hasText: 'Oat Rows' })).toContainText('Pending')
  await page.getByRole('button', { name: 'Upload', exact: true }).first().click()
  await expect(upload(page).getByLabel('Project Name')).toHaveValue('')
  await expect(upload(page).getByLabel('Description')).toHaveValue('')
  await expect(upload(page).getByRole('checkbox', { checked: true })).toHaveCount(0)
  await expect(upload(page).getByRole('button', { name: 'Remove north.zip' })).toBeHidden()
})
