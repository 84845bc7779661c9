import { expect, type Locator, type Page } from '@playwright/test'
import { type Seed, signIn } from './fixtures.ts'

export const upload = (page: Page) => page.getByRole('dialog', { name: 'Upload Project Details' })
export const archiveInput = (page: Page) => upload(page).getByLabel('Image archive')
export const dropArea = (page: Page) => upload(page).getByText('Drop a file here, or click to browse')
export const submit = (page: Page) => upload(page).getByRole('button', { name: 'Upload File' })
export const unfinished = (page: Page) => page.getByRole('region', { name: 'Unfinished uploads' })

export async function openUpload(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Upload', exact: true }).first().click()
  await expect(upload(page)).toBeVisible()
}

export async function logInAsNewCustomer(page: Page, seed: Seed, fullName: string) {
  const customer = await seed.createCustomer(fullName, { projects: ['Soybean_Yield_Trial', 'Oat_Rows'] })
  await signIn(page, customer)
  await page.goto('/my-dashboard')
  await expect(page.getByText('No Projects')).toBeVisible()
  return customer
}

/** The form with everything but its file filled in. */
export async function fillUpload(page: Page, project: string): Promise<void> {
  await openUpload(page)
  await upload(page).getByLabel('Project Name').selectOption(project)
  await upload(page).getByLabel('3D Model').check()
}

/** Drops the file like a person, so that the browser gets its handle. */
export async function dropFromDisk(area: Locator, ...files: string[]): Promise<void> {
  await area.scrollIntoViewIfNeeded()
  const box = await area.boundingBox()
  const session = await area.page().context().newCDPSession(area.page())
  const at = { x: (box?.x ?? 0) + 5, y: (box?.y ?? 0) + 5 }
  const data = { items: [], files, dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, ...at, data })
}

/** What the dialog of a request shows of its file. */
export const detail = (page: Page, name: string) =>
  page.getByRole('dialog').locator('dt').filter({ hasText: name }).locator('xpath=following-sibling::dd')
