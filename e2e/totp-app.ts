import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { expect } from './fixtures.ts'

const STEP_MS = 30_000

/** An authenticator app with one key. It returns each code once, because the server accepts each once. */
export function createAuthenticator(key: string) {
  const totp = new TOTP({ secret: Secret.fromBase32(key.replaceAll(' ', '')), digits: 6, period: 30 })
  let last = 0
  return {
    nextCode: (): string => {
      last = Math.max(last + 1, Math.floor(Date.now() / STEP_MS))
      return totp.generate({ timestamp: last * STEP_MS })
    },
  }
}

/** Types or pastes six digits into the boxes that have the focus. */
export async function fillCode(page: Page, code: string): Promise<void> {
  const boxes = page.getByRole('group', { name: 'Code from your authenticator app' })
  await boxes.getByRole('textbox').first().click()
  await page.keyboard.type(code)
  await expect(boxes.getByRole('textbox').last()).toHaveValue(code.at(-1) ?? '')
}

/** From the account settings to the recovery codes, which stay on the screen. */
export async function setUpFactor(page: Page, password: string, look?: () => Promise<void>) {
  await page.getByRole('button', { name: 'Set up' }).click()
  const dialog = page.getByRole('dialog', { name: 'Set up a second factor' })
  await dialog.getByLabel('Current Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByRole('img', { name: 'QR code of the key' })).toBeVisible()
  await look?.()
  const authenticator = createAuthenticator(await dialog.locator('code').innerText())
  await fillCode(page, authenticator.nextCode())
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  const codes = page.getByRole('dialog', { name: 'Save your recovery codes' })
  await expect(codes.getByRole('listitem')).toHaveCount(10)
  return { authenticator, recoveryCodes: await codes.getByRole('listitem').allInnerTexts() }
}

export async function keepRecoveryCodes(page: Page): Promise<void> {
  const codes = page.getByRole('dialog', { name: 'Save your recovery codes' })
  await page.keyboard.press('Escape')
  await expect(codes.getByRole('button', { name: 'Done' })).toBeDisabled()
  await codes.getByRole('checkbox').check()
  await codes.getByRole('button', { name: 'Done' }).click()
  await expect(codes).toBeHidden()
}
