// Firefox by WebDriver BiDi, which Playwright speaks only to a build of its own.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { type ElementHandle, launch } from 'puppeteer-core'
import { expect } from './fixtures.ts'
import type { Login } from './users.ts'

const WAIT_MS = 40_000

export type Firefox = Awaited<ReturnType<typeof openFirefox>>

/** A window that notes what the console complains about. */
export async function openFirefox() {
  const screen = await openScreen()
  const executablePath = spawnSync('which', ['firefox-esr'], { encoding: 'utf8' }).stdout.trim()
  const browser = await launch({
    browser: 'firefox',
    executablePath,
    headless: false,
    env: { ...process.env, DISPLAY: screen.display },
  })
  const page = await browser.newPage()
  page.setDefaultTimeout(WAIT_MS)
  const noise: string[] = []
  page.on('pageerror', (error) => noise.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error') noise.push(message.text())
  })

  /** What is seen, by its name: its label, or what stands in it. */
  const find = async (selector: string, name: string | RegExp): Promise<ElementHandle<HTMLElement>> => {
    const handle = await page.waitForFunction(
      findNamed,
      {},
      selector,
      name instanceof RegExp ? name.source : `^${escaped(name)}$`,
    )
    return handle as ElementHandle<HTMLElement>
  }
  const click = async (selector: string, name: string | RegExp) => (await find(selector, name)).click()
  const type = async (label: string | RegExp, text: string) => (await find('input, textarea', label)).type(text)
  return {
    page,
    noise,
    find,
    click,
    type,
    signIn: async (address: string, { email, password }: Login) => {
      await page.goto(`${address}/log-in`)
      await type(/^Email/, email)
      await type(/^Password/, password)
      await click('button', 'Log In')
      await page.waitForFunction(() => /dashboard/.test(location.pathname))
    },
    select: async (label: string, option: RegExp) =>
      (await find('select', label)).evaluate(chooseOption, option.source),
    /** The map, once all of it is drawn. */
    map: async () => {
      await page.waitForFunction(() => document.querySelector('[role=application]')?.ariaBusy === 'false')
      const map = await page.waitForSelector('[role=application]')
      const box = await map?.boundingBox()
      if (!box) throw new Error('The map has no size')
      return (across: number, down: number) => [box.x + across * box.width, box.y + down * box.height] as const
    },
    expectText: (selector: string, name: string | RegExp) => expect(find(selector, name)).resolves.toBeTruthy(),
    close: async () => {
      await browser.close()
      screen.close()
    },
  }
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** In the page. */
function findNamed(selector: string, name: string): Element | undefined {
  const wanted = new RegExp(name)
  return [...document.querySelectorAll<HTMLInputElement>(selector)].find((element) => {
    const text = element.ariaLabel ?? element.labels?.[0]?.textContent ?? element.textContent
    return wanted.test(text.replace(/\s+/g, ' ').trim()) && element.checkVisibility({ visibilityProperty: true })
  })
}

/** In the page. */
function chooseOption(field: HTMLElement, wanted: string): void {
  const select = field as HTMLSelectElement
  const option = [...select.options].find(({ label }) => new RegExp(wanted).test(label))
  if (!option) throw new Error(`There is no ${wanted}`)
  select.value = option.value
  select.dispatchEvent(new Event('change', { bubbles: true }))
}

async function openScreen() {
  const server: ChildProcess = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1400x1100x24'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const lines = createInterface({ input: server.stdio[3] as Readable })
  const [number] = (await once(lines, 'line')) as [string]
  return { display: `:${number}`, close: () => server.kill() }
}
