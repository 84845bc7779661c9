import { expect, signIn, test } from './fixtures.ts'
import { makeFile } from './images.ts'
import { archiveInput, dropArea, fillUpload, logInAsNewCustomer, openUpload, submit, upload } from './upload-screen.ts'

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
    await archiveInput(page).setInputFiles(makeFile(testInfo.outputPath('archives'), 'plots_2026-07-01.zip', 20))
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
