// What is done in the part Processing of a request before its picture is taken.
const processing = (page) => page.getByRole('tabpanel', { name: 'Processing' })

const showProcessing = (page) =>
  processing(page).evaluate((element) => {
    document.activeElement.blur()
    element.scrollIntoView({ block: 'start' })
  })

export const openRun = (text) => async (page) => {
  const run = processing(page)
    .getByRole('list', { name: 'Runs' })
    .locator(':scope > li')
    .filter({ hasText: text })
    .first()
  const closed = run.locator(':scope > details:not([open]) > summary')
  if ((await closed.count()) > 0) await closed.click()
  await run.evaluate((element) => {
    document.activeElement.blur()
    element.scrollIntoView({ block: 'start' })
  })
}

export const showComparison = async (page) => {
  await processing(page).getByRole('link', { name: 'Compare two runs' }).click()
  await page.getByRole('tabpanel', { name: 'Runs' }).getByRole('table').waitFor()
  await page.locator('[role=application][aria-busy=false]').first().waitFor()
}

export const chooseFarm = async (page) => {
  await processing(page).getByRole('radio', { name: 'Farm' }).check()
  await showProcessing(page)
}

export const chooseOptions = async (page) => {
  await chooseFarm(page)
  await processing(page).getByRole('button', { name: 'Choose from a list' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Find an option').fill('fe')
  await dialog.getByText('min-num-features', { exact: true }).first().click()
  await dialog.getByLabel('Value of min-num-features').fill('16000')
  await dialog.getByRole('button', { name: 'Set min-num-features' }).click()
  await dialog.getByText('min-num-features is set to 16000.').waitFor()
}
