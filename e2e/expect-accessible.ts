import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
const LOOKS = [
  { colorScheme: 'light', width: 1280 },
  { colorScheme: 'dark', width: 375 },
] as const

/** The findings of axe for the current screen: light on a desktop, dark on a phone. */
export async function expectAccessible(page: Page, screen: string): Promise<void> {
  // A toast that is fading out would be judged half faded. All are dismissed in one step: one may go by itself between two clicks.
  const dismiss = page.getByRole('button', { name: 'Dismiss' })
  await dismiss.evaluateAll((buttons) => {
    for (const button of buttons) (button as HTMLElement).click()
  })
  await expect(dismiss).toHaveCount(0)
  // Adding it costs more than running it.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  for (const { colorScheme, width } of LOOKS) {
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    // What has scrolled halfway below a header that stays would count as a target that is too small.
    await page.evaluate(() => scrollTo(0, 0))
    expect.soft(await page.evaluate(findViolations, RULES), `${screen}, ${colorScheme}, ${width} px`).toEqual([])
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect.soft(overflow, `${screen} scrolls sideways, ${width} px`).toBeLessThanOrEqual(0)
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
