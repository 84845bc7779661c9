import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Page } from '@playwright/test'
import { countActions } from './count-actions.ts'
import { expectAccessible } from './expect-accessible.ts'
import { expect, expectToast, fillLogIn, PASSWORD, readCode, readEmail, STAFF, signIn, test } from './fixtures.ts'
import { makeArchive, makeReportFiles, sha256 } from './images.ts'
import { drawField, PLACE, PLOTS, UTM_15_NORTH } from './placed-field.ts'
import { readSheet } from './read-workbook.ts'
import { dropArea, dropFromDisk, upload } from './upload-screen.ts'

const CUSTOMER = { fullName: 'Carla Fields', email: 'carla.fields@example.org' }
/** Of a newcomer and of staff together, from the home page to the opened report. `countActions` says what counts as one. */
const ACTIONS_MAX = 30

const myRow = (page: Page) => page.getByRole('row').filter({ hasText: 'Brighton Beach Survey' })
const theirRow = (page: Page) => page.getByRole('row').filter({ hasText: CUSTOMER.email })

/** Follows the link of the newest email with this subject, and returns its text. */
async function openFromEmail(page: Page, email: Parameters<typeof readEmail>[1]): Promise<string> {
  const text = await readEmail(page, email)
  await page.goto(/https?:\/\/\S+/.exec(text)?.[0] ?? '')
  return text
}

async function download(page: Page, press: () => Promise<void>): Promise<{ name: string; sha256: string }> {
  const downloading = page.waitForEvent('download')
  await press()
  const file = await downloading
  return { name: file.suggestedFilename(), sha256: sha256(await file.path()) }
}

/** A map of known values, with what says where it lies. */
async function makePlacedField(folder: string): Promise<string[]> {
  await mkdir(folder, { recursive: true })
  const files = { tfw: PLACE, prj: UTM_15_NORTH, tif: await drawField(450) }
  return Promise.all(
    Object.entries(files).map(async ([extension, content]) => {
      const file = join(folder, `field 2026-06-30.${extension}`)
      await writeFile(file, content)
      return file
    }),
  )
}

const original = (file: string) => ({ name: basename(file), sha256: sha256(file) })

test('a customer signs up, is approved, uploads an archive of raw images, opens the processed report, and gets a value for every plot', async ({
  browser,
  page: customer,
}, testInfo) => {
  test.setTimeout(300_000)
  const archive = await makeArchive(testInfo.outputPath('archive'))
  const field = await makePlacedField(testInfo.outputPath('field'))
  const reportFiles = [...(await makeReportFiles(testInfo.outputPath('report'))), ...field]
  const staffContext = await browser.newContext()
  const staff = await staffContext.newPage()
  const actions = [await countActions(customer, '/'), await countActions(staff)]

  await test.step('signs up and confirms the emailed code', async () => {
    await customer.getByRole('link', { name: 'Create an account' }).first().click()
    await customer.getByLabel('Full Name').fill(CUSTOMER.fullName)
    await customer.getByLabel('Email').fill(CUSTOMER.email)
    await customer.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await customer.getByLabel('Confirm Password', { exact: true }).fill(PASSWORD)
    await customer.getByRole('button', { name: 'Sign up' }).click()
    await expectToast(customer, 'Registration successful! Please verify your email.')
    await expect(customer.getByText(`We've sent a 6-digit code to ${CUSTOMER.email}`)).toBeVisible()
    await expect(customer.getByRole('button', { name: 'Enter 6 more digit(s)' })).toBeDisabled()
    await customer.keyboard.type(await readCode(customer, CUSTOMER.email))
    await customer.getByRole('button', { name: 'Verify Email' }).click()
    await expectToast(customer, 'User confirmed successfully!')
    await customer.waitForURL('**/log-in')
  })

  await test.step('logs in and sees that the account waits for approval', async () => {
    await expect(customer.getByLabel('Email')).toHaveValue(CUSTOMER.email)
    await customer.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await customer.getByRole('button', { name: 'Log In' }).click()
    await customer.waitForURL('/')
    await expect(customer.getByText(/waiting for approval/)).toBeVisible()
  })

  await test.step('staff approve them for a project', async () => {
    await openFromEmail(staff, {
      to: STAFF.email,
      subject: 'A new user is waiting for verification',
      about: CUSTOMER.email,
    })
    await fillLogIn(staff, STAFF)
    await staff.waitForURL(/\/dashboard\/users\/[^/?]+$/)
    await staff.getByRole('button', { name: 'Review', exact: true }).click()
    const dialog = staff.getByRole('dialog', { name: 'Verify User' })
    await expect(dialog.getByRole('button', { name: 'Update' })).toBeDisabled()
    await dialog.getByLabel('Status').selectOption('Approved')
    await dialog.getByRole('button', { name: 'Add Project' }).click()
    await dialog.getByRole('textbox').first().fill('Brighton_Beach_Survey')
    await dialog.getByRole('button', { name: 'Update' }).click()
    await expect(dialog).toBeHidden()
  })

  await test.step('the customer uploads the archive', async () => {
    const email = await openFromEmail(customer, { to: CUSTOMER.email, subject: 'Your Skyfurrow account is approved' })
    expect(email).toContain('Brighton Beach Survey')
    await expect(customer.getByText('No Projects')).toBeVisible()
    await customer.getByRole('button', { name: 'Upload', exact: true }).first().click()
    await expect(upload(customer).getByLabel('Project Name')).toHaveValue('Brighton_Beach_Survey')
    await dropFromDisk(dropArea(customer), archive)
    await expect(upload(customer).getByText(basename(archive))).toBeVisible()
    await upload(customer).getByLabel('Orthomosaic (stitched image)').check()
    await upload(customer).getByRole('button', { name: 'Upload File' }).click()
    await expect(upload(customer).getByRole('progressbar', { name: `Progress of ${basename(archive)}` })).toBeVisible()
    await expectToast(customer, 'File uploaded successfully!')
    await expect(upload(customer)).toBeHidden({ timeout: 120_000 })
    await expect(myRow(customer).getByText('Pending')).toBeVisible()
  })

  await test.step('meanwhile staff download the archive, byte for byte, and set it under review', async () => {
    // Not needed for the report, so on other pages, where nothing is counted.
    const [other, seen] = [await staffContext.newPage(), await customer.context().newPage()]
    await signIn(other, STAFF)
    await other.goto('/dashboard/requests')
    await theirRow(other).getByRole('button', { name: /View/ }).click()
    const dialog = other.getByRole('dialog', { name: 'Requested User Details' })
    await expect(dialog.getByText('Orthomosaic (stitched image)')).toBeVisible()
    const link = dialog.getByRole('link', { name: /Download/ })
    expect(await download(other, () => link.click())).toEqual(original(archive))
    await dialog.getByLabel('File Status').selectOption('Under Review')
    await dialog.getByRole('button', { name: 'Update Status' }).click()
    await expectToast(other, 'Status successfully updated to')
    await expect(dialog.getByRole('button', { name: 'Update Status' })).toBeHidden()
    await signIn(seen, { ...CUSTOMER, password: PASSWORD })
    await seen.goto('/my-dashboard')
    await expect(myRow(seen).getByText('Under Review')).toBeVisible()
    await Promise.all([other.close(), seen.close()])
  })

  await test.step('staff attach the final files, which publishes them', async () => {
    await openFromEmail(staff, {
      to: STAFF.email,
      subject: 'New request for Brighton Beach Survey',
      about: CUSTOMER.fullName,
    })
    await staff.getByRole('button', { name: 'Upload Report' }).click()
    const dialog = staff.getByRole('dialog').filter({ has: staff.getByLabel('Remarks') })
    await dropFromDisk(dialog.getByText('Drop files here, or click to browse'), ...reportFiles)
    await expect(dialog.getByLabel('Orthomosaic (stitched image)')).toBeChecked()
    await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
    await expectToast(staff, 'Files uploaded successfully!')
  })

  await test.step('the customer opens the report from the email', async () => {
    const email = await openFromEmail(customer, { to: CUSTOMER.email, subject: 'Your Skyfurrow report is ready' })
    for (const file of reportFiles) {
      expect(email).toContain(basename(file))
      await expect(customer.getByRole('list', { name: 'Files of the report' })).toContainText(basename(file))
    }
    const done = actions.flat()
    expect(done.length, done.join('\n')).toBeLessThanOrEqual(ACTIONS_MAX)
  })

  await test.step('the customer sees PROCESSED in the list, and downloads all files', async () => {
    await customer.getByRole('link', { name: 'My Dashboard' }).click()
    await expect(myRow(customer).getByText('Processed')).toBeVisible()
    await myRow(customer).getByRole('button', { name: /View/ }).click()
    await customer.getByRole('button', { name: 'View Reports' }).click()
    const reports = customer.getByRole('dialog', { name: 'Processed Reports' })
    for (const file of reportFiles) {
      const tile = reports.getByRole('listitem').filter({ hasText: basename(file) })
      const link = tile.getByRole('link', { name: /Download/ })
      expect(await download(customer, () => link.click())).toEqual(original(file))
    }
  })

  await test.step('the customer measures the plots of a trial on a map of the report', async () => {
    await customer.goto('/my-dashboard/trials')
    await customer.getByRole('button', { name: 'New trial' }).click()
    await customer.getByRole('dialog').getByLabel('Name').fill('Beach trial')
    await customer.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await customer.getByRole('button', { name: 'Import plots' }).click()
    const plots = customer.getByRole('dialog', { name: 'Import plots' })
    await plots.locator('input[type=file]').setInputFiles({
      name: 'plots.geojson',
      mimeType: 'application/geo+json',
      buffer: Buffer.from(JSON.stringify(PLOTS)),
    })
    await plots.getByRole('button', { name: 'Save plots' }).click()
    await customer.getByRole('button', { name: 'Add flights' }).click()
    const flight = customer.getByRole('dialog', { name: 'Add flights' })
    // Real orthomosaics of the report lie elsewhere: with plots they aren't offered.
    await expect(flight.getByRole('checkbox', { name: 'field 2026-06-30.tif' })).toBeChecked()
    await flight.getByRole('button', { name: 'Add', exact: true }).click()
    await customer.getByLabel('Buffer, m').fill('0')
    // Before anything is measured, a plot shows what would count as plants.
    await customer.getByText('Look at what counts as plants').click()
    for (const cover of ['0.0 %', '50.0 %', '100.0 %']) {
      await expect(customer.getByText(`${cover} of the plot counts as plants`)).toBeVisible()
      await customer.getByRole('button', { name: 'Next plot' }).click()
    }
    await expectAccessible(customer, 'what counts as plants')
    await customer.getByRole('button', { name: 'Measure', exact: true }).click()
  })

  await test.step('the workbook has the values of the map', async () => {
    await customer.getByRole('tab', { name: 'Downloads' }).click()
    const downloading = customer.waitForEvent('download')
    await customer.getByRole('button', { name: 'Download Workbook (XLSX)' }).click()
    const [titles = [], ...rows] = readSheet(await readFile(await (await downloading).path()), 1)
    const read = (trait: string) => rows.map((row) => Number(row[titles.indexOf(`${trait}_mean_2026-06-30`)]))
    expect(rows.map((row) => row[titles.indexOf('plot_id')])).toEqual(['101', '102', '103'])
    expect(read('canopyCover_pct')).toEqual([0, 50, 100])
    // Soil is (180, 150, 120), canopy (60, 120, 40); half of 102 is each.
    const [soil, canopy] = [-30 / 330, 60 / 180]
    for (const [at, value] of [soil, (soil + canopy) / 2, canopy].entries())
      expect(read('NGRDI')[at]).toBeCloseTo(value, 5)
  })
  await staffContext.close()
})
