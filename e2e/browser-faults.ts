import type { BrowserContext, Page } from '@playwright/test'

/** Answers the beforeunload prompt of the page. */
export async function reloadConfirming(page: Page): Promise<void> {
  page.once('dialog', (question) => void question.accept())
  await page.reload()
}

/** From the browser itself, because Playwright does not return the process of a browser with a profile. */
export async function killBrowser(context: BrowserContext): Promise<void> {
  const browser = context.browser()
  if (!browser) throw new Error('This browser does not list its processes')
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  const id = processInfo.find(({ type }) => type === 'browser')?.id
  if (id === undefined) throw new Error('The browser has no process')
  const gone = context.waitForEvent('close')
  process.kill(id, 'SIGKILL')
  await gone
}

/** Every error text that the page shows from now on, however briefly. */
export async function watchErrorTexts(page: Page): Promise<string[]> {
  const mark = 'The page says: '
  const words: string[] = []
  page.on('console', (message) => {
    if (message.text().startsWith(mark)) words.push(message.text().slice(mark.length))
  })
  await page.evaluate((before) => {
    const look = () => {
      for (const line of document.body.innerText.split('\n'))
        if (/lost|offline|fail|could not|expired|error/i.test(line)) console.info(before + line)
    }
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true })
  }, mark)
  return words
}

/** The tab becomes visible again, as far as the page can tell. */
export const focusTab = (page: Page) =>
  page.evaluate(() => {
    document.dispatchEvent(new Event('visibilitychange'))
  })
