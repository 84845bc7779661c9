import { expect, expectToast, logIn, PASSWORD, signIn, test } from './fixtures.ts'

const MARKUP = '<!doctype html><title>Taken over</title><script>alert(document.cookie)</script>'
const PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'

for (const [fileName, content] of [
  ['page.html', MARKUP],
  ['picture.svg', PICTURE],
] as const) {
  test(`a file of markup (${fileName}) is downloaded, never rendered, from the screen and by its address`, async ({
    page,
    seed,
  }) => {
    const customer = await seed.createCustomer('Mara Markup')
    await seed.sendRequest(customer, { fileName, content })
    const dialogs: string[] = []
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message())
      void dialog.dismiss()
    })
    await signIn(page, customer)
    await page.goto('/my-dashboard')
    await page.getByRole('button', { name: /^View/ }).first().click()
    const saving = page.waitForEvent('download')
    await page
      .getByRole('link', { name: /Download/ })
      .first()
      .click()
    const saved = await saving
    expect(saved.suggestedFilename()).toBe(fileName)

    const opening = page.waitForEvent('download')
    await expect(page.goto(saved.url())).rejects.toThrow('Download is starting')
    expect((await opening).suggestedFilename()).toBe(fileName)
    await expect(page).toHaveURL(/\/my-dashboard/)
    expect(dialogs).toEqual([])
  })
}

test('a password is hidden by default, can be pasted, and has the attributes for password managers', async ({
  page,
}) => {
  await page.goto('/log-in')
  const password = page.getByLabel('Password', { exact: true })
  await page.evaluate(() => {
    const note = document.createElement('textarea')
    note.value = 'Furrow-2026!'
    document.body.append(note)
    note.select()
    document.execCommand('copy')
    note.remove()
  })
  await password.click()
  await page.keyboard.press('ControlOrMeta+V')
  await expect(password).toHaveValue(PASSWORD)
  await expect(password).toHaveAttribute('type', 'password')
  await expect(password).toHaveAttribute('autocomplete', 'current-password')
  await expect(page.getByLabel('Email')).toHaveAttribute('autocomplete', /username|email/)
})

test('logging out without a connection leaves no data of the person in the browser', async ({
  page,
  context,
  seed,
}) => {
  await logIn(page, await seed.createCustomer('Olive Offline'))
  await expect(page.getByText('No Projects')).toBeVisible()
  await context.setOffline(true)
  await page.getByRole('button', { name: /^Account menu/ }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expectToast(page, 'You have successfully logged out!')
  const kept = await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]))
  expect(kept).not.toMatch(/olive|accessToken|refreshToken|eyJ/i)
  await context.setOffline(false)
})
