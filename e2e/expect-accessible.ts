import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** The ones that a theme can change; the others have looked at this page in the light one. */
const RULES_OF_COLOUR = ['color-contrast', 'link-in-text-block']

/** The findings of axe for the current screen: in both themes, at desktop and phone widths. */
export async function expectAccessible(page: Page, screen: string): Promise<void> {
  // A toast that is fading out would be judged half faded.
  await expect(page.getByRole('button', { name: 'Dismiss' })).toHaveCount(0)
  // Adding it costs more than running it.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  for (const width of [1280, 375]) {
    await page.setViewportSize({ width, height: 800 })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      const rules = colorScheme === 'light' ? RULES : RULES_OF_COLOUR
      expect.soft(await page.evaluate(findViolations, rules), `${screen}, ${colorScheme}, ${width} px`).toEqual([])
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect.soft(overflow, `${screen} scrolls sideways, ${width} px`).toBeLessThanOrEqual(0)
    }
  }
  await page.setViewportSize({ width: 1280, height: 800 })
}

/** Runs in the page. */
async function findViolations(tags: string[]): Promise<string[]> {
  const { axe: added } = window as unknown as { axe: typeof axe }
  const { violations } = await added.run(document, { resultTypes: ['violations'], runOnly: tags })
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}\n  ${failureSummary ?? ''}`),
  )
}
