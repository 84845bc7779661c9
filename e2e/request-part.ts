import type { Locator, Page } from '@playwright/test'

/** Opens a part of the page of a request. */
export async function openPart(page: Page, name: 'Request' | 'Flight' | 'Processing' | 'Report'): Promise<Locator> {
  await page.getByRole('tab', { name, exact: true }).click()
  return page.getByRole('tabpanel', { name, exact: true })
}
