// Takes a picture of every screen: starts the product on a scratch folder, fills it, visits each. They are left in .cache/screens, those of
// the README in docs/screens. npm run screens, or with the names of some: npm run screens -- uploading upload-dock
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import sharp from 'sharp'
import { ensureChromium } from '../lib/chromium.mjs'
import { ensureBuilt, findNode, NODE_FLAGS, ROOT } from '../lib/launch.mjs'
import { fillWithExamples, PEOPLE } from './examples.mjs'

const PORT = process.env.SCREENS_PORT ?? '18090'
const BASE = `http://127.0.0.1:${PORT}`
const README = join(ROOT, 'docs/screens')
const OUT = join(ROOT, '.cache/screens')
const MIB = 1024 * 1024
const SIZES = { 1280: 800, 375: 812 }

const openDialog = (row, button) => async (page) => {
  await page.getByRole('row').filter({ hasText: row }).first().getByRole('button', { name: button }).click()
  await page.getByRole('dialog').waitFor()
}

const openUpload = async (page) => {
  await page.getByRole('button', { name: 'Upload', exact: true }).first().click()
  await page.getByRole('dialog').waitFor()
}

/** An archive of three parts, of which the last never gets through. */
const sendArchive = async (page) => {
  let parts = 0
  await page.route('**/storage/**', (route) => (++parts <= 2 ? route.continue() : undefined))
  await openUpload(page)
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Project Name').selectOption({ index: 1 })
  const file = { name: 'lamberton-2026-07-14-rgb.zip', mimeType: 'application/zip', buffer: Buffer.alloc(20 * MIB, 7) }
  await dialog.getByLabel('Image archive').setInputFiles(file)
  await dialog.getByLabel('Orthomosaic (stitched image)').check()
  await dialog.getByRole('button', { name: 'Upload File' }).click()
  await dialog.getByText('80%').waitFor()
}
const giveUp = async (page) => {
  await page
    .getByRole('button', { name: /^Cancel( |$)/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Cancel upload' }).click()
  await page.getByRole('progressbar').waitFor({ state: 'hidden' })
}

const SCREENS = [
  { name: 'home', path: '/' },
  { name: 'products', path: '/products' },
  { name: 'smart-crop-management', path: '/smart-crop-management' },
  { name: 'services', path: '/services' },
  { name: 'about', path: '/about' },
  { name: 'blogs', path: '/blogs' },
  { name: 'contact', path: '/contact' },
  { name: 'privacy-policy', path: '/privacy-policy' },
  { name: 'log-in', path: '/log-in' },
  { name: 'sign-up', path: '/sign-up' },
  { name: 'verify-email', path: '/verify-email' },
  { name: 'forgot-password', path: '/forgot-password' },
  { name: 'not-found', path: '/no-such-page' },
  { name: 'my-dashboard', path: '/my-dashboard', as: PEOPLE.customer },
  {
    name: 'upload',
    path: '/my-dashboard',
    as: PEOPLE.customer,
    visit: openUpload,
  },
  { name: 'uploading', path: '/my-dashboard', as: PEOPLE.customer, visit: sendArchive, leave: giveUp },
  {
    name: 'upload-dock',
    path: '/my-dashboard',
    as: PEOPLE.customer,
    visit: async (page) => {
      await sendArchive(page)
      await page.keyboard.press('Escape')
      await page.getByRole('region', { name: 'Uploads', exact: true }).waitFor()
    },
    leave: giveUp,
  },
  { name: 'my-request', path: '/my-dashboard', as: PEOPLE.customer, visit: openDialog('Processed', /View/) },
  { name: 'account', path: '/account', as: PEOPLE.customer },
  {
    name: 'second-factor',
    path: '/account',
    as: PEOPLE.customer,
    visit: async (page) => {
      await page.getByRole('button', { name: 'Set up' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  { name: 'users', path: '/dashboard/users', as: PEOPLE.staff },
  { name: 'verify-user', path: '/dashboard/users', as: PEOPLE.staff, visit: openDialog('Pending', /Review/) },
  { name: 'requests', path: '/dashboard/requests', as: PEOPLE.staff },
  { name: 'activity', path: '/dashboard/activity', as: PEOPLE.staff },
  { name: 'emails', path: '/dashboard/emails', as: PEOPLE.staff },
  { name: 'request', path: '/dashboard/requests', as: PEOPLE.staff, visit: openDialog('Under Review', /View/) },
]

const wanted = process.argv.slice(2)
const screens = wanted.length > 0 ? SCREENS.filter(({ name }) => wanted.includes(name)) : SCREENS

const data = join(ROOT, '.cache/screens-data')
rmSync(data, { recursive: true, force: true })
const node = findNode()
ensureBuilt(node)
const server = spawn(node, [...NODE_FLAGS, 'src/server/main.ts', 'serve'], {
  cwd: ROOT,
  env: { ...process.env, NODE_ENV: 'development', PORT, PUBLIC_URL: '', DATA_DIR: data, PART_BYTES: String(8 * MIB) },
  stdio: ['ignore', 'pipe', 'inherit'],
})
const browser = await chromium.launch({
  executablePath: ensureChromium(node),
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking', '--disable-sync'],
})
try {
  await new Promise((resolve) => server.stdout.on('data', (text) => String(text).includes('is ready') && resolve()))
  await fillWithExamples(BASE)
  mkdirSync(OUT, { recursive: true })
  for (const [width, height] of Object.entries(SIZES))
    for (const colorScheme of ['light', 'dark']) {
      const session = {}
      for (const screen of screens) {
        const context = await browser.newContext({
          viewport: { width: Number(width), height },
          colorScheme,
          baseURL: BASE,
          reducedMotion: 'reduce',
        })
        const page = await context.newPage()
        if (screen.as) {
          session[screen.as.email] ??= await logIn(page, screen.as)
          await page.goto('/privacy-policy')
          await page.evaluate(putSession, session[screen.as.email])
        }
        await page.goto(screen.path, { waitUntil: 'networkidle' })
        await screen.visit?.(page)
        // A request that is held back would never let the network rest.
        if (!screen.leave) await page.waitForLoadState('networkidle')
        const file = `${screen.name}-${width}-${colorScheme}.webp`
        await sharp(await page.screenshot())
          .webp({ quality: 82 })
          .toFile(join(existsSync(join(README, file)) ? README : OUT, file))
        await screen.leave?.(page)
        await context.close()
      }
    }
} finally {
  await browser.close()
  server.kill('SIGTERM')
}

async function logIn(page, { email, password }) {
  await page.goto('/log-in')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log In' }).click()
  await page.waitForURL(/dashboard/)
  return page.evaluate(() => ({ local: { ...localStorage }, session: { ...sessionStorage } }))
}

function putSession({ local, session }) {
  for (const [key, value] of Object.entries(local)) localStorage.setItem(key, value)
  for (const [key, value] of Object.entries(session)) sessionStorage.setItem(key, value)
}
