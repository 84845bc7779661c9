import type { Locator } from '@playwright/test'
import { zipSync } from 'fflate'
import { expectAccessible } from './expect-accessible.ts'
import { COMPLETED, failing, test, UNDER_WAY } from './farm-node.ts'
import { expect, expectToast, STAFF, signIn } from './fixtures.ts'
import { goodFlight } from './good-flight.ts'
import { openPart } from './request-part.ts'

/** The farm looks only at their names. */
const PHOTOS = Buffer.from(
  zipSync({ 'DJI_0001.JPG': Uint8Array.of(1), 'DJI_0002.JPG': Uint8Array.of(2), 'DJI_0003.JPG': Uint8Array.of(3) }),
)

const runsIn = (section: Locator) => section.getByRole('list', { name: 'Runs' }).locator(':scope > li')

/** What is said to screen readers when a run ends. */
const expectSaid = (section: Locator, text: RegExp) =>
  expect(section.getByRole('status').filter({ hasText: text })).toHaveCount(1)

test('staff choose an option from the list of the node, run again what failed, compare two runs, and cancel one', async ({
  page,
  seed,
  node,
}) => {
  const customer = await seed.createCustomer('Fay Farm')
  const request = await seed.sendRequest(customer, { content: PHOTOS })
  await signIn(page, STAFF)
  await page.goto(`/dashboard/requests/${request.id}`)
  const section = await openPart(page, 'Processing')
  const runs = runsIn(section)
  await section.getByRole('radio', { name: 'Farm' }).check()
  const typed = section.getByLabel('More options')

  await test.step('options', async () => {
    const options = page.getByRole('dialog', { name: 'Options of the engine' })
    await node.change({ hasOptions: false })
    await section.getByRole('button', { name: 'Choose from a list' }).click()
    await expect(options).toContainText('No node answers with its options now. You can still type them')
    await node.change({ course: [failing('Not enough memory')] })
    await options.getByRole('button', { name: 'Ask again' }).click()
    const find = options.getByLabel('Find an option')
    await find.fill('features even')
    await expect(options.getByRole('status').filter({ hasText: '1 of ' })).toBeVisible()
    const option = options.getByRole('list', { name: 'Options' }).getByRole('listitem')
    await expect(option).toContainText('a whole number, default 10000')
    // By keys alone.
    await find.press('Tab')
    await page.keyboard.press('Enter')
    await expect(option.getByText('More of them hold even fields together')).toBeVisible()
    const value = option.getByLabel('Value of min-num-features')
    await value.fill('many')
    await value.press('Enter')
    await expect(option).toContainText('It must be a whole number.')
    await value.fill('12000')
    await value.press('Enter')
    await expect(options.getByRole('status').filter({ hasText: 'min-num-features is set to 12000.' })).toBeVisible()
    await find.fill('')
    await options.getByText('pc-quality', { exact: true }).first().click()
    await expect(options.getByLabel('Value of pc-quality').getByRole('option')).toContainText([
      'ultra',
      'high',
      'medium',
    ])
    await options.getByText('fast-orthophoto', { exact: true }).first().click()
    await expect(options.getByLabel('Value of fast-orthophoto')).toHaveValue('true')
    await options.getByRole('button', { name: 'Set fast-orthophoto' }).click()
    await expectAccessible(page, 'options of the engine')
    await options.getByRole('button', { name: 'Remove fast-orthophoto' }).click()
    await options.getByRole('button', { name: 'Done' }).click()
    await expect(typed).toHaveValue('min-num-features=12000')
  })

  await test.step('run again what failed', async () => {
    await section.getByRole('button', { name: 'Start on the farm' }).click()
    await expect(runs.first()).toContainText('The node ran out of memory.')
    await expect(runs.first()).toContainText('min-num-features=12000')
    await expectSaid(section, /^Farm, .*: the run failed\. The node ran out of memory\.$/)
    await node.change({ course: [COMPLETED], damaged: 'odm_dem/dtm.tif' })
    await runs
      .first()
      .getByRole('button', { name: /^Run again with .*feature-quality=medium/ })
      .click()
    await expect(runs).toHaveCount(2)
    await expectSaid(section, /^Farm, .*: the run is done and made \d files\.$/)
    const products = runs.first().getByRole('list', { name: 'Products' }).getByRole('listitem')
    await expect(products.filter({ hasText: 'dtm.tif' })).toContainText(
      /This map can't be shown\. .*damaged.* Run again, or save it as a plain GeoTIFF/,
    )
    await expect(products.filter({ hasText: 'orthophoto.tif' }).getByRole('link', { name: /^Open map/ })).toBeVisible()
  })

  await test.step('compare two runs', async () => {
    await section.getByLabel('Preset').selectOption('fast')
    await typed.fill('')
    await section.getByRole('button', { name: 'Start on the farm' }).click()
    await expect(runs).toHaveCount(3)
    await expect(runs.first()).toContainText('Done')
    const made = runs.first().getByRole('list', { name: 'Products' }).getByRole('listitem')
    await expect(made.filter({ hasText: 'orthophoto.tif' }).getByRole('link', { name: /^Open map/ })).toBeVisible()
    await section.getByRole('link', { name: 'Compare two runs' }).click()
    await expect(page.getByLabel('Divider between the two maps')).toBeVisible()
    await expect(page.getByLabel('Compare with a divider')).toHaveValue(/.+/)
    const figures = page.getByRole('tabpanel', { name: 'Runs' }).getByRole('row')
    const registered = figures.filter({ hasText: 'Registered photos' }).getByRole('cell')
    await expect(registered).toHaveText(['3 of 3Good', '3 of 3Good', '95 % or more'])
    const [left, right] = [/feature-quality=medium/, /^fast, .*pc-quality=lowest/]
    const options = figures.filter({ hasText: 'Preset and options' }).getByRole('cell')
    await expect(options).toHaveText([left, right, ''])
    await expectAccessible(page, 'comparison of two runs')
    // As when it was opened before the maps were ready.
    const early = new URL(page.url())
    for (const name of ['maps', 'swipe', 'heights']) early.searchParams.delete(name)
    await page.goto(`${early}`)
    await expect(page.getByLabel('Divider between the two maps')).toBeVisible()
    await page.getByRole('link', { name: 'Request' }).click()
    await page.getByRole('tab', { name: 'Processing' }).click()
  })

  await test.step('cancel', async () => {
    await node.change({ course: [UNDER_WAY] })
    await runs.first().getByRole('button', { name: 'Run again' }).click()
    await runs.first().getByRole('button', { name: 'Cancel run' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel run' }).click()
    await expectSaid(section, /^Farm, .*: the run was cancelled\.$/)
    await expect(runs.first()).toContainText('Cancelled')
  })
})

test('a good flight of a project is previewed by itself once staff say so', async ({ page, seed }) => {
  const project = { projectType: 'Oat_Nursery' }
  const customer = await seed.createCustomer('Otto Oat', { projects: [project.projectType] })
  const before = await seed.sendRequest(customer, { ...project, content: PHOTOS })
  await signIn(page, STAFF)
  await page.goto(`/dashboard/requests/${before.id}`)
  const section = await openPart(page, 'Processing')
  await section.getByLabel('Preview good flights of this project by itself').check()
  await expectToast(page, 'Setting saved')
  const flight = await seed.sendRequest(customer, { ...project, content: await goodFlight() })
  await expect(async () => {
    await page.goto(`/dashboard/requests/${flight.id}?part=processing`)
    await expect(runsIn(section)).toContainText(/Preview.*Started by itself/, { timeout: 3000 })
  }).toPass()
  await expect(section.getByLabel('Preview good flights of this project by itself')).toBeChecked()
  await page.goto(`/dashboard/requests/${before.id}?part=processing`)
  await expect(section).toContainText('No run yet.')
})
