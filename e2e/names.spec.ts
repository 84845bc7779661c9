import { readFile } from 'node:fs/promises'
import { expect, STAFF, signIn, test } from './fixtures.ts'

const SHOWN = String.raw`photo\u{202E}gpj.exe`
const RIGHT_TO_LEFT = 'תמונות מהשדה.zip'

test('a file name that hides its extension is recognizable in the table, in the dialog and in the CSV', async ({
  page,
  seed,
}) => {
  const customer = await seed.createCustomer('Nora Name')
  await seed.sendRequest(customer, { fileName: 'photo\u202Egpj.exe' })
  await seed.sendRequest(customer, { fileName: RIGHT_TO_LEFT })
  await signIn(page, STAFF)
  await page.goto('/dashboard/requests?search=Nora%20Name')
  const table = page.getByRole('table')
  await expect(table.getByTitle(SHOWN)).toBeVisible()
  await expect(table.getByTitle(SHOWN)).toContainText(SHOWN)
  // Isolated from the text beside it.
  await expect(table.getByTitle(RIGHT_TO_LEFT).locator('bdi')).toBeVisible()

  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV of requests' }).click()
  const file = await readFile(await (await downloading).path(), 'utf8')
  expect(file).toContain(`,${SHOWN},`)
  expect(file).not.toContain('\u202E')

  await page.getByRole('row', { name: SHOWN }).getByRole('button', { name: /^View/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Requested User Details' })
  await expect(dialog.getByRole('link', { name: `Download ${SHOWN}` })).toBeVisible()
  await expect(dialog.getByTitle(SHOWN)).toContainText(SHOWN)
  expect(await page.locator('body').innerText()).not.toContain('\u202E')
})
