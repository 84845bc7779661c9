import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './expect-accessible.ts'
import { expect, type Seed, signIn, test } from './fixtures.ts'
import { MTL, makeDracoGlb, makeGlb, makeLas, OBJ, onePixel, packGlb } from './model-files.ts'
import { shareOf } from './share-of-colour.ts'

type Files = Parameters<Seed['publishReport']>[1]

async function openReport(page: Page, seed: Seed, files: Files): Promise<Locator> {
  const customer = await seed.createCustomer('Mona Model')
  const request = await seed.sendRequest(customer)
  await seed.publishReport(request, files)
  await signIn(page, customer)
  await page.goto(`/my-dashboard/requests/${request.id}`)
  return page.getByRole('tabpanel', { name: 'Report' })
}

const RED = [200, 40, 40] as const
const BLUE = [30, 60, 200] as const
const hex = (colour: readonly number[]) => `#${Buffer.from(colour).toString('hex')}`

test('a model opens in the page, and is turned, moved and zoomed by keys and buttons', async ({ page, seed }) => {
  const report = await openReport(page, seed, [{ name: 'cube.glb', content: await makeGlb(hex(RED)) }])
  await report.getByRole('button', { name: /^Open model \(.* Bytes|KB\): cube\.glb$/ }).click()
  const dialog = page.getByRole('dialog', { name: 'cube.glb' })
  const view = dialog.getByRole('application', { name: 'cube.glb in 3D' })
  await expect(dialog).toContainText('12 triangles. Width, depth and height: 1 × 1 × 1 m.')
  const share = () => shareOf(view, RED)
  await expect.poll(share).toBeGreaterThan(0.05)
  const atFirst = await share()

  await view.focus()
  for (let press = 0; press < 3; press += 1) await page.keyboard.press('+')
  await expect.poll(share).toBeGreaterThan(atFirst * 1.5)
  await page.keyboard.press('0')
  await expect.poll(share).toBeCloseTo(atFirst, 2)
  for (let press = 0; press < 18; press += 1) await page.keyboard.press('Shift+ArrowRight')
  await expect.poll(share).toBeLessThan(atFirst / 2)
  await dialog.getByRole('button', { name: 'Reset the view' }).click()
  await expect.poll(share).toBeCloseTo(atFirst, 2)
  await view.focus()
  for (const key of ['ArrowLeft', 'ArrowUp']) {
    const before = await view.screenshot()
    await page.keyboard.press(key)
    await expect.poll(async () => (await view.screenshot()).equals(before)).toBe(false)
  }
  await dialog.getByRole('button', { name: 'Zoom out' }).click()
  await expect.poll(share).toBeLessThan(atFirst)
  await expectAccessible(page, 'model of a report')
})

test('an OBJ takes its materials and textures from the files of the report', async ({ page, seed }) => {
  const report = await openReport(page, seed, [
    { name: 'field.obj', content: OBJ },
    { name: 'field.mtl', content: MTL },
    { name: 'ground.png', content: new Uint8Array(await onePixel(hex(BLUE))) },
  ])
  await report.getByRole('button', { name: /^Open model .*: field\.obj$/ }).click()
  const dialog = page.getByRole('dialog', { name: 'field.obj' })
  await expect(dialog).toContainText('2 triangles. Width, depth and height: 10 × 10 × 0 (in the unit of the file).')
  await expect.poll(() => shareOf(dialog.getByRole('application'), BLUE)).toBeGreaterThan(0.05)
  await expect(dialog).not.toContainText('Shown without')
})

test('an OBJ without its textures is shown, and says what is missing', async ({ page, seed }) => {
  const report = await openReport(page, seed, [{ name: 'field.obj', content: OBJ }])
  await report.getByRole('button', { name: /^Open model/ }).click()
  const dialog = page.getByRole('dialog', { name: 'field.obj' })
  await expect(dialog).toContainText('Shown without field.mtl: the report has no such file that can be read.')
  await expect(dialog.getByRole('application')).toBeVisible()
})

/** Links of the embedded store, and of a bucket. */
const STORED = /\/storage\/|X-Amz-Signature=/

test('a model with Draco compression opens as a copy without, whose size is told first', async ({ page, seed }) => {
  const content = await makeDracoGlb(hex(RED))
  const broken = Buffer.from(content)
  broken.write('no mesh', broken.indexOf('DRACO'))
  const report = await openReport(page, seed, [
    { name: 'packed.glb', content },
    { name: 'broken.glb', content: broken },
  ])
  await expect(report).toContainText('The file is damaged or was cut off: a compressed part is no mesh.')
  await expect(report.getByRole('button', { name: /^Open model .*: broken\.glb$/ })).toHaveCount(0)
  const loaded = page.waitForResponse((response) => STORED.test(response.url()))
  await report.getByRole('button', { name: 'Open model (1.72 KB): packed.glb' }).click()
  // Its body may be gone by now: the page has read it as a stream.
  expect(Number((await loaded).headers()['content-length'])).toBeGreaterThan(content.length)
  const dialog = page.getByRole('dialog', { name: 'packed.glb' })
  await expect(dialog).toContainText('12 triangles. Width, depth and height: 1 × 1 × 1 m.')
  await expect.poll(() => shareOf(dialog.getByRole('application'), RED)).toBeGreaterThan(0.05)
})

const KTX2 = { asset: { version: '2.0' }, extensionsUsed: ['KHR_texture_basisu'] }

test('what can’t be shown says why', async ({ page, seed }) => {
  const whole = await makeGlb(hex(RED))
  const report = await openReport(page, seed, [
    { name: 'packed.glb', content: packGlb(KTX2, Buffer.alloc(4)) },
    { name: 'cut.glb', content: whole.slice(0, whole.length - 40) },
    { name: 'words.obj', content: 'These are\nnot surfaces.' },
  ])
  await expect(report).toContainText('The file is damaged or was cut off: 40 bytes at its end are missing.')
  await expect(report.getByRole('button', { name: /^Open model .*: cut\.glb$/ })).toHaveCount(0)
  const REASONS = [
    ['packed.glb', "This model uses KTX2 textures, which can't be shown here. Download it instead."],
    ['words.obj', 'This file has no surfaces, so there is nothing to show.'],
  ] as const
  for (const [name, reason] of REASONS) {
    await report.getByRole('button', { name: new RegExp(`^Open model .*: ${name}$`) }).click()
    await expect(page.getByRole('dialog', { name }).getByRole('alert')).toContainText(reason)
    await page.keyboard.press('Escape')
  }
})

test('a browser without 3D graphics says so, and a download that breaks can be tried again', async ({ page, seed }) => {
  const report = await openReport(page, seed, [{ name: 'cube.glb', content: await makeGlb(hex(RED)) }])
  const open = report.getByRole('button', { name: /^Open model/ })
  await page.route(STORED, (route) => route.abort())
  await open.click()
  const dialog = page.getByRole('dialog', { name: 'cube.glb' })
  await expect(dialog.getByRole('alert')).toContainText("The file couldn't be loaded")
  await page.unroute(STORED)
  await dialog.getByRole('button', { name: 'Try Again' }).click()
  await expect(dialog.getByRole('application')).toBeVisible()

  await page.addInitScript(() => {
    // As a browser whose graphics are switched off.
    HTMLCanvasElement.prototype.getContext = () => null
  })
  await page.reload()
  await open.click()
  await expect(dialog.getByRole('alert')).toContainText("This browser can't show 3D")
})

test('a point cloud opens in its colours, and its points become larger', async ({ page, seed }) => {
  const report = await openReport(page, seed, [
    { name: 'field.las', content: makeLas({ side: 60, colour: BLUE }) },
    { name: 'cut.las', content: makeLas({ side: 9 }).slice(0, -1) },
  ])
  await expect(report).toContainText('The file is damaged or was cut off: a point is missing.')
  await report.getByRole('button', { name: 'Open point cloud (52.73 KB): field.las' }).click()
  const dialog = page.getByRole('dialog', { name: 'field.las' })
  await expect(dialog).toContainText(
    '3,600 points. Width, depth and height: 5.9 × 5.9 × 1.4 (in the unit of the file).',
  )
  const share = () => shareOf(dialog.getByRole('application'), BLUE)
  await expect.poll(share).toBeGreaterThan(0.01)
  const atFirst = await share()
  await dialog.getByRole('slider', { name: 'Point size' }).press('End')
  await expect.poll(share).toBeGreaterThan(atFirst * 2)
  await expectAccessible(page, 'point cloud of a report')
})

test('a point cloud without colours shows its heights', async ({ page, seed }) => {
  const report = await openReport(page, seed, [{ name: 'field.las', content: makeLas({ side: 60 }) }])
  await report.getByRole('button', { name: /^Open point cloud/ }).click()
  const dialog = page.getByRole('dialog', { name: 'field.las' })
  await expect(dialog).toContainText('The file has no colours, so they show height: from 200 (light) to 201.4 (dark).')
  await expect.poll(() => shareOf(dialog.getByRole('application'), [95, 166, 87])).toBeGreaterThan(0.0005)
})
