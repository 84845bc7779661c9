import { expect, readEmail, STAFF, signIn, test } from './fixtures.ts'

// As people see it who did not ask for less motion.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

const TITLES = {
  '/': 'Home',
  '/products': 'Drone Image Processing',
  '/smart-crop-management': 'Smart Crop Management',
  '/services': 'Services',
  '/about': 'About Us',
  '/contact': 'Contact Us',
  '/blogs': 'News and Blogs',
  '/privacy-policy': 'Privacy Policy',
  '/blogs/what-overlap-does': 'What overlap does',
  '/blogs/laying-out-ground-control': 'Laying out ground control',
  '/blogs/which-vegetation-index': 'Which vegetation index for which question',
  '/blogs/flying-for-canopy-height': 'Flying for canopy height',
  '/blogs/from-orthomosaic-to-plot-values': 'From orthomosaic to plot values',
  '/blogs/light-and-wind-in-a-series': 'What light and wind do to a series',
}
const PHONE = { width: 375, height: 780 }

for (const [path, title] of Object.entries(TITLES))
  test(`${path} is read, described and linked`, async ({ request, baseURL }) => {
    const html = await (await request.get(path)).text()
    const main = /<main.*<\/main>/s.exec(html)?.[0] ?? ''
    expect(html).toContain(`<title>${title} - Skyfurrow</title>`)
    expect(main.match(/<h1/g)).toHaveLength(1)
    expect(main.replace(/<[^>]*>/g, '').length).toBeGreaterThan(400)
    expect(html).toMatch(/<meta name="description" content="[^"]{50,}"/)
    expect(html).toContain(`<link rel="canonical" href="${baseURL}${path}"`)
    expect(html).toContain(`<meta property="og:image" content="${baseURL}/`)
  })

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the home page shows photo and index map side by side', async ({ page }) => {
    await page.goto('/')
    const maps = page.getByRole('figure').filter({ has: page.getByRole('slider') })
    await expect(maps.getByRole('img', { name: /from above: five ranges/ })).toBeVisible()
    await expect(maps.getByRole('img', { name: /map of its vegetation index/ })).toBeVisible()
  })

  test('the menu of a phone opens, navigates and closes', async ({ page }) => {
    await page.setViewportSize(PHONE)
    await page.goto('/')
    const menu = page.getByRole('dialog', { name: 'Menu' })
    await page.getByRole('button', { name: 'Open menu' }).click()
    await menu.getByRole('button', { name: 'Close menu' }).click()
    await expect(menu).toBeHidden()
    await page.getByRole('button', { name: 'Open menu' }).click()
    await menu.getByRole('link', { name: 'About Us' }).click()
    await expect(page).toHaveURL('/about')
  })

  test('the three services are described, and what the company is for', async ({ page }) => {
    await page.goto('/services')
    for (const name of ['Drone Image Processing', 'Smart Crop Management', 'Custom agri software'])
      await expect(page.getByRole('main').getByRole('heading', { name })).toBeVisible()
    await page.goto('/about')
    for (const name of ['Our mission', 'Our vision', 'The people'])
      await expect(page.getByRole('heading', { name })).toBeVisible()
  })

  test('a card of the blog opens its article', async ({ page }) => {
    await page.goto('/blogs')
    expect(await page.getByRole('article').count()).toBeGreaterThanOrEqual(6)
    const card = page.getByRole('article').filter({ has: page.getByRole('heading', { name: 'What overlap does' }) })
    await expect(card).toContainText(/Flight planning, \d{1,2} \w+ \d{4}/)
    await expect(card.getByRole('paragraph').last()).toContainText(/\w{3,}.*\w{3,}/)
    await expect(card.locator('img')).toBeVisible()
    await page.getByRole('link', { name: 'What overlap does' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'What overlap does' })).toBeVisible()
  })
})

test('structured data names the article, its date and its publisher', async ({ page, baseURL }) => {
  await page.goto('/blogs/what-overlap-does')
  const data = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '')
  const kinds = data['@graph'].map((thing: { '@type': string }) => thing['@type'])
  expect(kinds).toEqual(['Organization', 'WebSite', 'BreadcrumbList', 'BlogPosting'])
  expect(data['@graph'][3]).toMatchObject({
    headline: 'What overlap does',
    datePublished: '2026-10-22',
    url: `${baseURL}/blogs/what-overlap-does`,
  })
})

test('every address of the sitemap is a page, and every article is in the feed', async ({ request, baseURL }) => {
  const sitemap = await (await request.get('/sitemap.xml')).text()
  const addresses = [...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address ?? '')
  expect(addresses.length).toBeGreaterThanOrEqual(14)
  for (const address of addresses) expect((await request.get(address)).status(), address).toBe(200)
  const feed = await (await request.get('/feed.xml')).text()
  for (const address of addresses.filter((known) => known.includes('/blogs/'))) expect(feed).toContain(address)
  expect(await (await request.get('/robots.txt')).text()).toContain(`Sitemap: ${baseURL}/sitemap.xml`)
})

test('an unknown address answers 404 with a page that links to the home page', async ({ page }) => {
  const answer = await page.goto('/no/such/page')
  expect(answer?.status()).toBe(404)
  await page.getByRole('link', { name: 'Go to the home page' }).click()
  await expect(page).toHaveURL('/')
})

test('signed-in people never see Log in, from the first paint on', async ({ page }) => {
  await signIn(page, STAFF)
  await page.addInitScript(() => {
    const look = () => {
      const link = document.querySelector('header a[href="/log-in"]')
      if (link?.checkVisibility({ visibilityProperty: true })) console.error('Log in was shown')
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
  await page.goto('/about')
  await expect(page.getByRole('button', { name: /^Account menu/ })).toBeVisible()
})

test.describe('the contact form', () => {
  test('shows what is missing under each field, and sends a complete message', async ({ page }) => {
    await page.goto('/contact')
    const send = page.getByRole('button', { name: 'Send message' })
    await send.click()
    await expect(page.getByLabel('Your name')).toBeFocused()
    await expect(page.getByText('Enter your name')).toBeVisible()
    await expect(page.getByText('Email is required')).toBeVisible()
    await expect(page.getByText('Write a sentence or two')).toBeVisible()
    await page.getByLabel('Your name').fill('Ann Meadow')
    await expect(page.getByText('Enter your name')).toBeHidden()
    await page.getByLabel('Your email').fill('ann.meadow@example.org')
    await page.getByRole('textbox', { name: 'Message' }).fill('Do you measure lodging in barley?')
    await send.click()
    await expect(page.getByRole('heading', { name: 'Your message is on its way' })).toBeFocused()
    const email = await readEmail(page, { to: 'hello@skyfurrow.example', subject: 'Message from Ann Meadow' })
    expect(email).toContain('Do you measure lodging in barley?')
  })

  test('keeps the text when the message could not be sent, and says so', async ({ page }) => {
    await page.goto('/contact')
    await page.getByLabel('Your name').fill('Ben Heath')
    await page.getByLabel('Your email').fill('ben.heath@example.org')
    await page.getByRole('textbox', { name: 'Message' }).fill('Does wind matter for rye?')
    await page.route('**/api/contact/message', (route) => route.abort())
    await page.getByRole('button', { name: 'Send message' }).click()
    await expect(page.getByRole('alert')).toContainText('nothing was sent')
    await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('Does wind matter for rye?')
  })
})

/** Counts by how much the content of a page moves without the reader's doing. */
function countShifts() {
  const counted = { shifts: 0 }
  Object.assign(window, { counted })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) counted.shifts += Number(Reflect.get(entry, 'value'))
  }).observe({ type: 'layout-shift', buffered: true })
}
const isHydrated = () =>
  Object.keys(document.querySelector('footer') ?? {}).some((key) => key.startsWith('__reactProps'))
const untilPainted = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))

for (const width of [375, 1280])
  test(`at ${width} px nothing moves while a public page loads, on the first visit and on the next`, async ({
    browser,
    product,
  }) => {
    for (const path of Object.keys(TITLES)) {
      const context = await browser.newContext({ baseURL: product.address, viewport: { width, height: 800 } })
      const page = await context.newPage()
      await page.addInitScript(countShifts)
      for (const visit of ['first', 'next']) {
        await page.goto(path)
        await page.waitForFunction(isHydrated)
        await page.evaluate(untilPainted)
        const shifts = await page.evaluate(() => Reflect.get(window, 'counted').shifts)
        expect(shifts, `${path}, ${visit} visit`).toBeLessThan(0.02)
      }
      await context.close()
    }
  })

// What the others load is counted by tools/checks/budget.mjs.
test('a public page loads at most 110 kB of scripts', async ({ page, request }) => {
  for (const path of ['/', '/blogs/what-overlap-does']) {
    const loaded = new Set<string>()
    page.on('request', (call) => {
      if (call.resourceType() === 'script') loaded.add(call.url())
    })
    await page.goto(path, { waitUntil: 'networkidle' })
    let bytes = 0
    for (const url of loaded) {
      const answer = await request.get(url, { headers: { 'accept-encoding': 'gzip' } })
      bytes += Number(answer.headers()['content-length'])
    }
    expect(loaded.size).toBeGreaterThan(2)
    expect(bytes, path).toBeLessThanOrEqual(110_000)
    page.removeAllListeners('request')
  }
})
