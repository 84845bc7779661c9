import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

const NO_MAPS = /This browser can’t draw maps: its graphics \(WebGL 2\) are off or missing/

/** The trial on screen, and the map of its report, in a browser whose graphics are off: plots are shown without the photo. */
export async function tryWithoutGraphics(page: Page, requestId: string): Promise<void> {
  const trial = page.url()
  await page.addInitScript(() => {
    const { prototype } = HTMLCanvasElement
    // oxlint-disable-next-line typescript/unbound-method -- the canvas is passed on
    prototype.getContext = new Proxy(prototype.getContext, {
      apply: (getContext, canvas, [kind, ...rest]: [string, ...unknown[]]) =>
        kind.includes('webgl') ? null : Reflect.apply(getContext, canvas, [kind, ...rest]),
    })
  })
  await page.goto(`/my-dashboard/map?request=${requestId}`)
  await expect(page.getByText(NO_MAPS)).toBeVisible()
  await page.goto(trial)
  await expect(page.getByRole('application')).toHaveAttribute('aria-busy', 'false')
  await expect(page.getByText(NO_MAPS)).toBeVisible()
  await expect(page.getByRole('list', { name: /^(Limits of the colours|Edges of the classes)$/ })).toBeVisible()
}
