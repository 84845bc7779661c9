import { expectAccessible } from './expect-accessible.ts'
import { expect, expectToast, STAFF, signIn, test } from './fixtures.ts'
import { METRES_PER_DEGREE, nadirArchive } from './nadir-photos.ts'
import { openPart } from './request-part.ts'

const NOTE = 'Preview, GPS accuracy'

test('an archive becomes a preview, which staff look at, attach and publish, and whose map the customer sees', async ({
  browser,
  page,
  seed,
}) => {
  // COLMAP yields to all else on a busy machine.
  test.setTimeout(600_000)
  const customer = await seed.createCustomer('Petra Preview')
  const request = await seed.sendRequest(customer, { content: await nadirArchive() })
  await signIn(page, customer)
  const staff = await browser.newPage()
  await signIn(staff, STAFF)
  await staff.goto(`/dashboard/requests/${request.id}`)
  const processing = await openPart(staff, 'Processing')
  await processing.getByRole('button', { name: 'Start preview' }).click()
  const run = processing.getByRole('list', { name: 'Runs' }).getByRole('listitem').first()
  await expect(run).toContainText(/Waiting|Running/)

  await page.goto(`/my-dashboard/requests/${request.id}`)
  const timeline = page.getByRole('region', { name: 'Timeline' })
  await expect(timeline.getByRole('listitem').filter({ hasText: 'Processing' })).toContainText(
    /Waiting for its turn|Preparing the photos|Making maps of the photos|Collecting the results/,
  )
  await expectAccessible(page, 'request that is processed')

  const products = run.getByRole('list', { name: 'Products' })
  await expect(products.getByText(NOTE)).toHaveCount(8, { timeout: 480_000 })
  await expectAccessible(staff, 'products of a run')
  await products.getByRole('link', { name: 'Open map orthomosaic.tif' }).click()
  const map = staff.getByRole('application', { name: /^Map of orthomosaic\.tif/ })
  await expect(map).toContainText(NOTE)
  const box = await map.boundingBox()
  if (!box) throw new Error('The map has no size')
  await expect(async () => {
    await staff.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
    await staff.mouse.move(box.x + box.width / 2 + 1, box.y + box.height / 2)
    await expect(staff.getByRole('status').filter({ hasText: 'RGB' })).toContainText(/51\.50\d+° N, 10\.50\d+° E/, {
      timeout: 500,
    })
  }).toPass({ timeout: 30_000 })

  // Nothing of that is the customer's yet.
  await page.goto(`/my-dashboard/map?request=${request.id}&products=true`)
  await expect(page.getByText('None of these maps can be shown yet.')).toBeVisible()

  await staff.getByRole('link', { name: 'Request' }).click()
  await run.getByRole('button', { name: 'Attach as draft report' }).click()
  await expectToast(staff, 'Products attached')
  const report = await openPart(staff, 'Report')
  await expect(report.getByRole('listitem').filter({ hasText: 'model.glb' })).toContainText(NOTE)
  await staff.getByRole('button', { name: 'View Report' }).click()
  await staff.getByRole('dialog', { name: 'Admin Reports' }).getByRole('button', { name: 'Publish' }).click()
  await expectToast(staff, 'Report published')
  await staff.close()

  await page.goto(`/my-dashboard/requests/${request.id}`)
  await openPart(page, 'Request')
  await expect(timeline).not.toContainText('Processing')
  await openPart(page, 'Report')
  const files = page.getByRole('list', { name: 'Files of the report' }).getByRole('listitem')
  await expect(files).toHaveCount(8)
  await expect(files.filter({ hasText: NOTE })).toHaveCount(8)
  await page.getByRole('button', { name: /^Open model .*: model\.glb$/ }).click()
  await expect(page.getByRole('dialog', { name: 'model.glb' })).toContainText(
    /Preview, GPS accuracy\. [\d,]+ triangles/,
  )
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Open map orthomosaic.tif' }).click()
  await expect(page.getByRole('application', { name: /^Map of orthomosaic\.tif/ })).toContainText(NOTE)
  await expect(page.getByRole('list', { name: 'Layers' })).not.toContainText('run of')

  const trialId = await seed.measureTrial(customer, request, {
    flights: [['2026-07-01', 'orthomosaic.tif']],
    plots: PLOTS,
    traits: ['ExG'],
  })
  await page.goto(`/my-dashboard/trials/${trialId}?plot=long`)
  await page.getByRole('button', { name: 'All photos' }).click()
  const dialog = page.getByRole('dialog', { name: 'Plot long in all photos' })
  await expect(dialog).toContainText(/\d photos show it/)
  const pictures = dialog.getByRole('img', { name: /^The plot in .*\.JPG$/i })
  await expect(pictures).toHaveCount(6)
  await expect(pictures.first()).toHaveJSProperty('complete', true)
  expect(await pictures.first().evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(100)
  await expectAccessible(page, 'a plot in all photos')
  const download = page.waitForEvent('download')
  await dialog
    .getByRole('button', { name: /^Download the plot in / })
    .first()
    .click()
  expect((await download).suggestedFilename()).toMatch(/^plot long 2026-07-01 .*\.jpg$/)

  await page.goto(`/my-dashboard/requests/${request.id}`)
  await openPart(page, 'Request')
  await page.getByRole('button', { name: 'Delete raw images' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expectToast(page, 'Deleted. It can be taken back for 30 days')
  await page.goto(`/my-dashboard/trials/${trialId}?plot=long`)
  await page.getByRole('button', { name: 'All photos' }).click()
  await expect(dialog.getByRole('alert')).toHaveText(
    'The raw images of this flight are not kept any longer, so its photos can’t be shown.',
  )
})

/** A plot of 9 by 2 m in the middle of the photos, turned by 30 degrees, in longitude and latitude. */
const PLOTS = {
  type: 'FeatureCollection',
  features: [
    {
      type: 'Feature',
      properties: { plot_id: 'long' },
      geometry: {
        type: 'Polygon',
        coordinates: [
          [
            [-4.5, -1],
            [4.5, -1],
            [4.5, 1],
            [-4.5, 1],
            [-4.5, -1],
          ].map(([along = 0, across = 0]) => {
            const [east, north] = [along * 0.866 - across * 0.5, along * 0.5 + across * 0.866]
            return [
              10.5 + east / METRES_PER_DEGREE / Math.cos((51.5 / 180) * Math.PI),
              51.5 + north / METRES_PER_DEGREE,
            ]
          }),
        ],
      },
    },
  ],
}
