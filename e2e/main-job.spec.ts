import { basename } from 'node:path'
import { expect, expectToast, logIn, PASSWORD, readCode, readEmail, STAFF, signUp, test } from './fixtures.ts'
import { makeArchive, makeReportFiles, sha256 } from './images.ts'

const CUSTOMER = { fullName: 'Carla Fields', email: 'carla.fields@example.org' }

test('a customer signs up, is approved, uploads an archive of raw images, and opens the processed report', async ({
  browser,
  page: customer,
}, testInfo) => {
  test.setTimeout(300_000)
  const archive = await makeArchive(testInfo.outputPath('archive'))
  const reportFiles = await makeReportFiles(testInfo.outputPath('report'))
  const archiveName = basename(archive)

  await test.step('signs up and confirms the emailed code', async () => {
    await signUp(customer, CUSTOMER)
    await expect(customer.getByText(`We've sent a 6-digit code to ${CUSTOMER.email}`)).toBeVisible()
    const code = await readCode(customer, CUSTOMER.email)
    await expect(customer.getByRole('button', { name: 'Enter 6 more digit(s)' })).toBeDisabled()
    await customer.getByRole('textbox').first().click()
    await customer.keyboard.type(code)
    await customer.getByRole('button', { name: 'Verify Email' }).click()
    await expectToast(customer, 'User confirmed successfully!')
    await customer.waitForURL('**/log-in')
  })

  await test.step('logs in and sees that the account waits for approval', async () => {
    await logIn(customer, { email: CUSTOMER.email, password: PASSWORD })
    await customer.waitForURL('/')
    await expect(customer.getByText(/waiting for approval/)).toBeVisible()
  })

  const staffContext = await browser.newContext()
  const staff = await staffContext.newPage()

  await test.step('staff approve them for a project', async () => {
    await logIn(staff, STAFF)
    await staff.waitForURL('**/dashboard/users')
    await expect(staff.getByRole('heading', { name: 'Users' })).toBeVisible()
    const row = staff.getByRole('row').filter({ hasText: CUSTOMER.email })
    await row.getByRole('button', { name: /Review/ }).click()
    const dialog = staff.getByRole('dialog', { name: 'Verify User' })
    await expect(dialog.getByRole('button', { name: 'Update' })).toBeDisabled()
    await dialog.getByLabel('Status').selectOption('Approved')
    await dialog.getByRole('button', { name: 'Add Project' }).click()
    await dialog.getByRole('textbox').first().fill('Brighton_Beach_Survey')
    await dialog.getByLabel('Message').fill('Welcome. Please send one archive per flight.')
    await dialog.getByRole('button', { name: 'Update' }).click()
    await expect(dialog).toBeHidden()
    await expect(row.getByText('Approved')).toBeVisible()
    const sentEmail = await readEmail(customer, { to: CUSTOMER.email, subject: 'Your Skyfurrow account is approved' })
    expect(sentEmail).toContain('Please send one archive per flight.')
    expect(sentEmail).toContain('Brighton Beach Survey')
  })

  await test.step('the customer uploads the archive', async () => {
    await customer.goto('/my-dashboard')
    await expect(customer.getByText('No Projects')).toBeVisible()
    await customer.getByRole('button', { name: 'Upload', exact: true }).first().click()
    const dialog = customer.getByRole('dialog', { name: 'Upload Project Details' })
    await dialog.getByLabel('Project Name').selectOption('Brighton Beach Survey')
    await dialog.getByLabel('Description').fill('Nadir flight at 40 m, overcast')
    await dialog.locator('input[type=file]').setInputFiles(archive)
    await expect(dialog.getByText(archiveName)).toBeVisible()
    await dialog.getByLabel('Orthomosaic (stitched image)').check()
    await dialog.getByLabel('Digital Elevation Models').check()
    await dialog.getByRole('button', { name: 'Upload File' }).click()
    await expect(dialog.getByRole('progressbar')).toBeVisible()
    await expectToast(customer, 'File uploaded successfully!')
    await expect(dialog).toBeHidden({ timeout: 120_000 })
    const row = customer.getByRole('row').filter({ hasText: 'Brighton Beach Survey' })
    await expect(row.getByText('Pending')).toBeVisible()
  })

  await test.step('staff download the archive, byte for byte', async () => {
    await staff.getByRole('link', { name: 'Dashboard' }).click()
    await staff.waitForURL('**/dashboard/requests')
    const row = staff.getByRole('row').filter({ hasText: CUSTOMER.email })
    await row.getByRole('button', { name: /View/ }).click()
    const dialog = staff.getByRole('dialog', { name: 'Requested User Details' })
    await expect(dialog.getByText('Nadir flight at 40 m, overcast')).toBeVisible()
    await expect(dialog.getByText('Orthomosaic (stitched image)')).toBeVisible()
    const downloading = staff.waitForEvent('download')
    await dialog.getByRole('link', { name: /Download/ }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toBe(archiveName)
    expect(sha256(await download.path())).toBe(sha256(archive))
  })

  await test.step('staff set it under review', async () => {
    const dialog = staff.getByRole('dialog', { name: 'Requested User Details' })
    await dialog.getByLabel('File Status').selectOption('Under Review')
    await dialog.getByRole('button', { name: 'Update Status' }).click()
    await expectToast(staff, 'Status successfully updated to')
    await expect(dialog.getByRole('button', { name: 'Update Status' })).toBeHidden()
    await customer.reload()
    await expect(
      customer.getByRole('row').filter({ hasText: 'Brighton Beach Survey' }).getByText('Under Review'),
    ).toBeVisible()
  })

  await test.step('staff attach two final files with remarks', async () => {
    const dialog = staff.getByRole('dialog', { name: 'Requested User Details' })
    await dialog.getByRole('button', { name: 'Upload Report' }).click()
    const upload = staff.getByRole('dialog').filter({ has: staff.getByLabel('Remarks') })
    await upload.getByLabel('Remarks').fill('Two dates, 2.7 cm per pixel')
    await upload.locator('input[type=file]').setInputFiles(reportFiles)
    await upload.getByRole('button', { name: 'Upload', exact: true }).click()
    await expectToast(staff, 'Files uploaded successfully!')
    const sentEmail = await readEmail(customer, { to: CUSTOMER.email, subject: 'Your Skyfurrow report is ready' })
    for (const file of reportFiles) expect(sentEmail).toContain(basename(file))
  })

  await test.step('the customer sees PROCESSED, opens the report and downloads both files', async () => {
    await customer.reload()
    const row = customer.getByRole('row').filter({ hasText: 'Brighton Beach Survey' })
    await expect(row.getByText('Processed')).toBeVisible()
    await row.getByRole('button', { name: /View/ }).click()
    await customer
      .getByRole('dialog', { name: 'Uploaded Project Detail' })
      .getByRole('button', { name: 'View Reports' })
      .click()
    const reports = customer.getByRole('dialog', { name: 'Processed Reports' })
    await expect(reports.getByText('Two dates, 2.7 cm per pixel')).toBeVisible()
    for (const file of reportFiles) {
      const tile = reports.getByRole('listitem').filter({ hasText: basename(file) })
      const downloading = customer.waitForEvent('download')
      await tile.getByRole('link', { name: /Download/ }).click()
      const download = await downloading
      expect(download.suggestedFilename()).toBe(basename(file))
      expect(sha256(await download.path())).toBe(sha256(file))
    }
  })
  await staffContext.close()
})
