import type { Locator, Page } from '@playwright/test'
import { expect, STAFF, signIn, test } from './fixtures.ts'

const WIDTHS = [320, 375, 768, 984, 1024, 1055, 1100, 1280, 1400, 1920]
const LONG_NAME = 'Maximiliane Alexandra von Hohenberger-Schmidt'
const LONG_PROJECT = 'Winter_Wheat_Multi_Environment_Trial_With_Three_Nitrogen_Levels_And_Two_Sowing_Dates_2026'

const rows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('cell') })
const boxOf = async (part: Locator) => (await part.boundingBox()) ?? { x: NaN, y: NaN, width: NaN, height: NaN }
const isCut = (text: Locator) => text.evaluate((element) => element.scrollWidth > element.clientWidth)

test('the lists of staff fit every width: nothing scrolls sideways, and every row can be opened', async ({
  page,
  seed,
}) => {
  const long = await seed.createCustomer(LONG_NAME, { projects: [LONG_PROJECT] })
  await seed.sendRequest(long, { projectType: LONG_PROJECT, fileName: 'A flight over all plots of the station.zip' })
  const short = await seed.createCustomer('Wanda Width')
  await seed.sendRequest(short)
  await signIn(page, STAFF)
  for (const { screen, button } of [
    { screen: '/dashboard/requests', button: 'View' },
    { screen: '/dashboard/users', button: 'Review' },
  ]) {
    await page.goto(screen)
    for (const width of WIDTHS) {
      const where = `${screen}, ${width} px`
      await page.setViewportSize({ width, height: 900 })
      const row = rows(page).filter({ hasText: long.email })
      await expect(row).toBeVisible()
      expect
        .soft(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), where)
        .toBeLessThanOrEqual(0)
      const [action, main] = [
        await boxOf(row.getByRole('button', { name: button })),
        await boxOf(page.getByRole('main')),
      ]
      expect.soft(action.x + action.width, where).toBeLessThanOrEqual(main.x + main.width)
      const head = await boxOf(page.getByRole('rowgroup').first())
      expect.soft(head.height > 2, `${where}: a table`).toBe(width >= 1100)
      const [name, email] = [await boxOf(row.getByText(LONG_NAME)), await boxOf(row.getByText(long.email))]
      expect.soft(email.y > name.y, `${where}: the email is below the name`).toBe(width < 1400)
      if (width < 1280) continue
      const usual = rows(page).filter({ hasText: short.email })
      for (const text of [short.fullName, short.email])
        expect.soft(await isCut(usual.getByText(text)), `${where}: ${text} is cut`).toBe(false)
    }
  }
})
