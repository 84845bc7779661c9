import { randomBytes } from 'node:crypto'
import { appendFileSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { Page, TestInfo } from '@playwright/test'
import { focusTab, killBrowser, reloadConfirming, watchErrorTexts } from './browser-faults.ts'
import { type Site, test } from './fault-fixtures.ts'
import { expect, signIn } from './fixtures.ts'
import { makeFile, sha256 } from './images.ts'
import type { Proxy } from './proxy.ts'
import {
  archiveInput,
  detail,
  dropArea,
  dropFromDisk,
  fillUpload,
  submit,
  unfinished,
  upload,
} from './upload-screen.ts'
import type { Login } from './users.ts'

const MiB = (count: number) => count * 1024 * 1024
/** The part size of the server in these tests. The file has three parts, the last one is smaller. */
const PART_BYTES = MiB(8)
const FILE_BYTES = MiB(20)
/** At each interruption of the connection. */
const TWICE_MAX = MiB(1)
/** The timeout for an upload with delays between its attempts, on a busy machine. */
const LONG = { timeout: 60_000 }
const WAITING = 'Connection lost - trying again'
const OFFLINE = 'Offline - will continue'
const START = /generate-presigned-url/
const PART_2 = /partNumber=2&/
const CONFIRM = /crop-images\/confirm-content/
const COMPLETE = /crop-images\/complete/
const PROFILE = /auth\/get-profile/

const makeArchive = (testInfo: TestInfo, folder = 'archives') =>
  makeFile(testInfo.outputPath(folder), 'plots_2026-07-01.zip', FILE_BYTES / MiB(1))

async function enter(page: Page, { seed }: Site): Promise<Login> {
  const customer = await seed.createCustomer('Flora Faults')
  await signIn(page, customer)
  await page.goto('/my-dashboard')
  await expect(page.getByText('No Projects')).toBeVisible()
  return customer
}

async function startUpload(page: Page, file: string, how: 'chosen' | 'dropped' = 'chosen'): Promise<void> {
  await fillUpload(page, 'Soybean Yield Trial')
  if (how === 'chosen') await archiveInput(page).setInputFiles(file)
  else await dropFromDisk(dropArea(page), file)
  await submit(page).click()
}

const continueUpload = (page: Page) =>
  unfinished(page).getByRole('button', { name: 'Continue plots_2026-07-01.zip' }).click()

/** The timeout for the page to notice, and to make that many attempts. */
async function breakLine(page: Page, proxy: Proxy, { tries = 0 } = {}): Promise<void> {
  proxy.refuse()
  await expect(upload(page).getByText(WAITING)).toBeVisible()
  if (tries > 0) await proxy.refused(tries)
  proxy.accept()
}

/** One request, with one file that equals the sender's to the last byte. */
async function expectArrived(page: Page, { proxy }: Site, file: string): Promise<void> {
  const row = page.getByRole('row').filter({ hasText: basename(file) })
  await expect(row).toContainText('Pending', LONG)
  await expect(upload(page)).toBeHidden()
  await expect(unfinished(page)).toBeHidden()
  // The list may have been fetched before the file was compared.
  await expect.poll(() => proxy.answers('POST', CONFIRM), LONG).toContain(200)
  await page.reload()
  await row.getByRole('button', { name: /View/ }).click()
  await expect(detail(page, 'SHA-256')).toHaveText(sha256(file), LONG)
  await expect(detail(page, 'Comparison')).toHaveText('Arrived unchanged', LONG)
}

/** Bytes in flight at an interruption may be sent again. Stored bytes are not. */
function expectSentTwice({ proxy }: Site, { atMost }: { atMost: number }): void {
  const sendings = proxy.sendings()
  const bytes = sendings.reduce((sum, sending) => sum + sending.bytes, 0) - FILE_BYTES
  console.log(`      ${bytes} bytes sent twice: ${test.info().title}`)
  const taken = sendings.filter(({ status }) => status === 200).map(({ part }) => part)
  expect(taken, 'parts that the store accepted').toEqual([1, 2, 3])
  expect(bytes).toBeGreaterThanOrEqual(0)
  expect(bytes).toBeLessThanOrEqual(atMost)
}

/** Run in `npm run faults` only. */
const HEAVY = { tag: '@heavy' }

test.describe('an upload continues', () => {
  test(
    'F37: after a reload in mid-part, when the same file is chosen again',
    HEAVY,
    async ({ page, site }, testInfo) => {
      await enter(page, site)
      const file = makeArchive(testInfo)
      const held = site.proxy.hold({ part: 2, bytes: MiB(3) })
      await startUpload(page, file)
      await held.reached
      await reloadConfirming(page)
      await continueUpload(page)
      await archiveInput(page).setInputFiles(file)
      await submit(page).click()
      await expectArrived(page, site, file)
      expectSentTwice(site, { atMost: TWICE_MAX })
    },
  )

  test(
    'F37: after a reload in mid-part, with the file handle that the browser saved',
    HEAVY,
    async ({ page, site }, testInfo) => {
      await enter(page, site)
      const file = makeArchive(testInfo)
      const held = site.proxy.hold({ part: 2, bytes: MiB(3) })
      await startUpload(page, file, 'dropped')
      await held.reached
      await reloadConfirming(page)
      await continueUpload(page)
      await expectArrived(page, site, file)
      expectSentTwice(site, { atMost: TWICE_MAX })
    },
  )

  test(
    'F38: after the browser was killed in mid-part',
    HEAVY,
    async ({ playwright, launchOptions, site }, testInfo) => {
      const profile = testInfo.outputPath('profile')
      const launch = () =>
        playwright.chromium.launchPersistentContext(profile, { ...launchOptions, baseURL: site.proxy.url })
      const file = makeArchive(testInfo)
      const held = site.proxy.hold({ part: 2, bytes: MiB(3) })
      const first = await launch()
      const page = await first.newPage()
      const customer = await enter(page, site)
      await startUpload(page, file)
      await held.reached
      await killBrowser(first)

      const second = await launch()
      try {
        const again = await second.newPage()
        await signIn(again, customer)
        await again.goto('/my-dashboard')
        await continueUpload(again)
        await archiveInput(again).setInputFiles(file)
        await submit(again).click()
        await expectArrived(again, site, file)
        expectSentTwice(site, { atMost: TWICE_MAX })
      } finally {
        await second.close()
      }
    },
  )

  test(
    'F36: by itself, after the computer was offline for a while',
    HEAVY,
    async ({ page, context, site }, testInfo) => {
      await enter(page, site)
      const file = makeArchive(testInfo)
      const { proxy } = site
      const [stalled, broken] = [proxy.hold({ part: 1, bytes: MiB(2) }), proxy.hold({ part: 2, bytes: MiB(3) })]
      await startUpload(page, file)

      await stalled.reached
      await context.setOffline(true)
      await expect(upload(page).getByText(OFFLINE)).toBeVisible()
      await context.setOffline(false)
      await expect(upload(page).getByText(OFFLINE)).toBeHidden()
      stalled.open()

      await broken.reached
      const failed = page.waitForEvent('requestfailed', (request) => request.method() === 'PUT')
      await context.setOffline(true)
      proxy.refuse()
      await failed
      await expect(upload(page).getByText(OFFLINE)).toBeVisible()
      proxy.accept()
      await context.setOffline(false)
      await expectArrived(page, site, file)
      expectSentTwice(site, { atMost: TWICE_MAX })
    },
  )

  test('F29: by itself, after the server was unreachable for a while', async ({ page, site }, testInfo) => {
    await enter(page, site)
    const file = makeArchive(testInfo)
    const held = site.proxy.hold({ part: 2, bytes: MiB(3) })
    await startUpload(page, file)
    await held.reached
    await breakLine(page, site.proxy, { tries: 1 })
    await expectArrived(page, site, file)
    expectSentTwice(site, { atMost: TWICE_MAX })
  })

  test(
    'F29 F31: by itself, on a slow connection that is cut and reset in mid-part repeatedly',
    HEAVY,
    async ({ page, site }, testInfo) => {
      await enter(page, site)
      const file = makeArchive(testInfo)
      const { proxy } = site
      proxy.slowTo(MiB(12))
      const faults = [
        { end: proxy.cut, held: proxy.hold({ part: 1, bytes: MiB(2) }) },
        { end: proxy.reset, held: proxy.hold({ part: 1, bytes: MiB(5) }) },
        { end: proxy.reset, held: proxy.hold({ part: 2, bytes: MiB(1) }) },
        { end: proxy.cut, held: proxy.hold({ part: 2, bytes: MiB(5) }) },
        { end: proxy.reset, held: proxy.hold({ part: 3, bytes: MiB(2) }) },
      ]
      await startUpload(page, file)
      for (const { end, held } of faults) {
        await held.reached
        end()
      }
      await expectArrived(page, site, file)
      expectSentTwice(site, { atMost: faults.length * TWICE_MAX })
    },
  )

  for (const [what, method, path] of [
    ['its start', 'POST', START],
    ['a part', 'PUT', PART_2],
    ['its completion', 'POST', COMPLETE],
  ] as const)
    test(`by itself, when the connection broke before the response to ${what}`, async ({ page, site }, testInfo) => {
      await enter(page, site)
      const file = makeArchive(testInfo)
      const { proxy } = site
      // At once, so that no other attempt gets through before the line is broken.
      const lost = proxy.loseAnswer(method, path).then(proxy.refuse)
      await startUpload(page, file)
      await lost
      await breakLine(page, proxy)
      await expectArrived(page, site, file)
      expectSentTwice(site, { atMost: 0 })
    })

  test('of which the browser repeats a part on its own', async ({ page, site }, testInfo) => {
    await enter(page, site)
    const file = makeArchive(testInfo)
    // On a reused connection, Chromium silently repeats a request whose response was lost.
    const lost = site.proxy.loseAnswer('PUT', PART_2)
    await startUpload(page, file)
    await lost
    await expectArrived(page, site, file)
    expectSentTwice(site, { atMost: PART_BYTES })
  })

  test(
    'F41: silently, when the URL of its next part has expired on a slow connection',
    HEAVY,
    async ({ page, site }, testInfo) => {
      await enter(page, site)
      const file = makeArchive(testInfo)
      const { proxy, server } = site
      const held = proxy.hold({ part: 1, bytes: MiB(3) })
      await startUpload(page, file)
      const words = await watchErrorTexts(page)
      await held.reached
      await server.moveClockOn()
      // User activity keeps the session alive, which would otherwise end before a signed URL expires.
      const { length: before } = proxy.answers('GET', PROFILE)
      await focusTab(page)
      await expect.poll(() => proxy.answers('GET', PROFILE).slice(before)).toContain(200)
      await server.moveClockOn()
      // So slow that the store aborts the part that it has rejected, as on a connection in the field.
      proxy.slowTo(MiB(3))
      held.open()
      await expectArrived(page, site, file)
      expect(proxy.sendings().map(({ part, status }) => [part, status])).toEqual([
        [1, 200],
        [2, 403],
        [2, 200],
        [3, 200],
      ])
      expect(words).toEqual([])
      expectSentTwice(site, { atMost: PART_BYTES })
    },
  )

  test('F42: silently, when its access token has expired', HEAVY, async ({ page, site }, testInfo) => {
    await enter(page, site)
    const file = makeArchive(testInfo)
    const { proxy, server } = site
    const [first, last] = [proxy.hold({ part: 2, bytes: MiB(3) }), proxy.hold({ part: 3, bytes: MiB(1) })]
    await startUpload(page, file)
    await first.reached
    await server.moveClockOn()
    await breakLine(page, proxy)
    await last.reached
    expect(proxy.answers('POST', START)).toEqual([200, 401, 200])
    await server.moveClockOn()
    const words = await watchErrorTexts(page)
    last.open()
    await expectArrived(page, site, file)
    expect(proxy.answers('POST', COMPLETE)).toEqual([401, 200])
    expect(words).toEqual([])
    expectSentTwice(site, { atMost: TWICE_MAX })
  })

  test('and is compared with the file, also when that call was rate limited', async ({ page, site }, testInfo) => {
    await enter(page, site)
    const file = makeArchive(testInfo)
    const tooSoon = { status: 429, headers: { 'retry-after': '1' }, json: { message: 'Too many requests.' } }
    await page.route(CONFIRM, (route) => route.fulfill(tooSoon), { times: 1 })
    await startUpload(page, file)
    await expectArrived(page, site, file)
  })

  for (const hours of [24, -24])
    test(`F43: when the clock of the computer is ${hours} hours off`, HEAVY, async ({ page, site }, testInfo) => {
      await page.addInitScript((offMs) => {
        const TrueDate = Date
        const later = () => TrueDate.now() + offMs
        globalThis.Date = new Proxy(TrueDate, {
          construct: (target, given: unknown[]): Date =>
            Reflect.construct(target, given.length > 0 ? given : [later()]),
          get: (target, name): unknown => (name === 'now' ? later : Reflect.get(target, name)),
        })
      }, hours * 3_600_000)
      await enter(page, site)
      const file = makeArchive(testInfo)
      await startUpload(page, file)
      await expectArrived(page, site, file)
      expectSentTwice(site, { atMost: 0 })
    })

  test(
    'F1: by itself, when the server was killed in mid-part and started again',
    HEAVY,
    async ({ page, site }, testInfo) => {
      await enter(page, site)
      const file = makeArchive(testInfo)
      // No faster than a disk, because bytes that the server has not written yet are sent again.
      site.proxy.slowTo(MiB(6))
      const held = site.proxy.hold({ part: 2, bytes: MiB(3) })
      await startUpload(page, file)
      await held.reached
      await site.server.kill()
      await expect(upload(page).getByText(WAITING)).toBeVisible()
      await site.server.start()
      await expectArrived(page, site, file)
      expectSentTwice(site, { atMost: TWICE_MAX })
    },
  )
})

test.describe('an upload rejects another file', () => {
  test('F39: with the same name and size as the one it was started with', HEAVY, async ({ page, site }, testInfo) => {
    await enter(page, site)
    const file = makeArchive(testInfo)
    const held = site.proxy.hold({ part: 2, bytes: MiB(3) })
    await startUpload(page, file)
    await held.reached
    await reloadConfirming(page)
    await continueUpload(page)
    await archiveInput(page).setInputFiles(makeArchive(testInfo, 'another'))
    await expect(
      upload(page).getByText(/^plots_2026-07-01.zip has different content than when this upload was started/),
    ).toBeVisible()
    await archiveInput(page).setInputFiles(file)
    await submit(page).click()
    await expectArrived(page, site, file)
    expectSentTwice(site, { atMost: TWICE_MAX })
  })

  test('F39: at the location where the browser remembers it', HEAVY, async ({ page, site }, testInfo) => {
    await enter(page, site)
    const file = makeArchive(testInfo)
    const held = site.proxy.hold({ part: 2, bytes: MiB(3) })
    await startUpload(page, file, 'dropped')
    await held.reached
    await reloadConfirming(page)
    writeFileSync(file, randomBytes(FILE_BYTES))
    await continueUpload(page)
    await expect(
      upload(page).getByText(/^plots_2026-07-01.zip has different content than when this upload was started/),
    ).toBeVisible()
    expect(site.proxy.sendings().map(({ part }) => part)).toEqual([1, 2])
  })

  test('F40: that was changed on this computer during the upload', async ({ page, site }, testInfo) => {
    await enter(page, site)
    const file = makeArchive(testInfo)
    const held = site.proxy.hold({ part: 2, bytes: MiB(3) })
    await startUpload(page, file)
    await held.reached
    appendFileSync(file, 'one more photo')
    held.open()
    await expect(
      upload(page).getByText(/plots_2026-07-01.zip was changed, moved or removed on this computer/),
    ).toBeVisible(LONG)
    expect(site.proxy.answers('POST', COMPLETE)).toEqual([])
  })
})
