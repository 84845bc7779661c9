import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** What axe finds on the screen as it stands: in both themes, on a desk and on a phone. */
export async function expectAccessible(page: Page, screen: string): Promise<void> {
  // A notice that fades away in the midst would be judged half faded.
  await expect(page.getByRole('button', { name: 'Dismiss' })).toHaveCount(0)
  for (const width of [1280, 375]) {
    await page.setViewportSize({ width, height: 800 })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      const axe = new AxeBuilder({ page })
        .options({ resultTypes: ['violations'] })
        .withTags(RULES)
        .setLegacyMode()
      const { violations } = await axe.analyze()
      const found = violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}\n  ${failureSummary ?? ''}`),
      )
      expect.soft(found, `${screen}, ${colorScheme}, ${width} px`).toEqual([])
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect.soft(overflow, `${screen} scrolls sideways, ${width} px`).toBeLessThanOrEqual(0)
    }
  }
  await page.setViewportSize({ width: 1280, height: 800 })
}
