// The screens: where each is, who sees it, how it is reached, and in which sizes it is taken. The title is that of the document: a
// picture of another page is an error.
import { archiveOf, flightArchive } from './example-files.mjs'
import { PEOPLE } from './examples.mjs'
import { GROWER } from './field-trials.mjs'
import { chooseFarm, chooseOptions, openRun, showComparison } from './processing-steps.mjs'
import { cells, chooseOutlines, pasteCells, showPlots } from './trial-tables.mjs'

/** 20 MiB: three parts. */
const archive = archiveOf(580)
const flight = flightArchive()
const { staff, customer, newcomer, waiting } = PEOPLE

const READ = ['375-light', '1280-light', '1280-dark']
const FORM = ['375-light', '1280-dark']
const DIALOG = ['375-light', '375-dark', '1280-light', '1280-dark']
const WORK = [...DIALOG, '1024-light', '1920-light']

const LARGE = [...DIALOG, '1920-light', '1920-dark']
const BENCH = [...LARGE, '768-light', '768-dark']

const openDialog = (row, button) => async (page) => {
  await page.getByRole('row').filter({ hasText: row }).first().getByRole('button', { name: button }).click()
  await page.getByRole('dialog').last().waitFor()
}

const press = (name) => async (page) => {
  await page.getByRole('button', { name, exact: true }).first().click()
  await page.getByRole('dialog').last().waitFor()
}

const inTurn =
  (...steps) =>
  async (page) => {
    for (const step of steps) await step(page)
  }

const openUpload = press('Upload')

const showNotices = async (page) => {
  await page.getByRole('button', { name: /^Notices/ }).click()
  await page.getByRole('region', { name: 'Notices' }).getByRole('listitem').first().waitFor()
}

const showMenu = async (page) => {
  await page.getByRole('button', { name: /^Account menu/ }).click()
  await page.getByRole('group', { name: 'Theme' }).waitFor()
}

const showTable = async (page) => {
  await page.getByRole('button', { name: /^Open: .*csv$/ }).click()
  await page.getByRole('region', { name: 'Rows of the table' }).waitFor()
}

const openMap = (name, ...steps) =>
  inTurn(
    async (page) => {
      await page.getByRole('link', { name: `Open map ${name}` }).click()
      await page.getByRole('application').first().waitFor()
    },
    ...steps,
  )

const ORTHOMOSAIC = 'lamberton_2026-08-15_orthomosaic.tif'

const showIndex = async (page) => {
  // On a phone the layers are in the sheet.
  const layers = page.getByRole('tab', { name: 'Layers' })
  if (await layers.isVisible()) await layers.click()
  await page.getByLabel('Show', { exact: true }).selectOption('ExG')
  const opened = page.waitForResponse((response) => response.status() === 206)
  await page.getByLabel('Compare with a divider').selectOption({ label: 'Photo, 14 Jul 2026' })
  await opened
}

const drawProfile = async (page) => {
  await page.getByRole('button', { name: 'Draw a height profile' }).click()
  const map = page.getByRole('application').first()
  const { width, height } = await map.boundingBox()
  await map.click({ position: { x: width * 0.2, y: height * 0.45 } })
  await map.dblclick({ position: { x: width * 0.75, y: height * 0.5 } })
  await page.getByRole('region', { name: 'Height profile' }).waitFor()
}

/** The demo trial. */
const trial = (view) => ({
  path: ({ TRIAL }) => `/my-dashboard/trials/${TRIAL}?${view}`,
  title: 'Trial',
  as: customer,
  sizes: BENCH,
})

const onDate = (at) => (page) => page.getByRole('radio').nth(at).click()

const startComparing = (page) => page.getByRole('button', { name: 'Compare with another date' }).click()

/** It is made after the start. */
const untilExample = async (page) => {
  while (!(await page.getByRole('link', { name: 'Look at the example trial' }).isVisible())) {
    await page.waitForTimeout(500)
    await page.reload()
    await page.getByRole('heading', { level: 1 }).waitFor()
  }
}

const showPreview = (page) => page.getByRole('region', { name: 'What if' }).getByRole('status').waitFor()

const FINAL_FILES = ['wheat_orthomosaic.tif', 'wheat_surface_model.tif', 'wheat_heat_maps.zip'].map((name) => ({
  name,
  mimeType: '',
  buffer: Buffer.from('values'),
}))

const attachFiles = async (page) => {
  await openDialog('Under Review', /View/)(page)
  await press('Upload Report')(page)
  const dialog = page.getByRole('dialog').last()
  await dialog.getByLabel('Report files').setInputFiles(FINAL_FILES)
  await dialog.getByRole('checkbox').first().check()
}

/** The page of a user, from the list. */
const openUser = (name) => async (page) => {
  await page.getByRole('link', { name, exact: true }).first().click()
  await page.getByRole('heading', { level: 1, name }).waitFor()
}

const chooseFile = (content) => async (page) => {
  await openUpload(page)
  const dialog = page.getByRole('dialog')
  const project = dialog.getByLabel('Project Name')
  if (await project.isEnabled()) await project.selectOption({ index: 1 })
  const file = { name: 'lamberton-2026-07-14-rgb.zip', mimeType: 'application/zip', buffer: await content }
  await dialog.getByLabel('Image archive').setInputFiles(file)
  await dialog.getByLabel('Orthomosaic (stitched image)').check()
}

const chooseArchive = chooseFile(archive)

const drawn = (page) => page.locator('[role=application][aria-busy=false]').first().waitFor()

const scrollTo = (name) => async (page) => {
  const section = page.getByRole('region', { name })
  await section.getByRole('list', { name: 'What was found' }).waitFor()
  await section.locator('[role=application][aria-busy=false]').waitFor()
  await section.evaluate((element) => {
    document.activeElement.blur()
    element.scrollIntoView({ block: 'start' })
  })
}

/** The first two parts arrive, the third never gets through. */
const sendArchive = async (page) => {
  let parts = 0
  await page.route(/\/storage\/./, (route) => {
    if (route.request().method() === 'PUT') parts += 1
    return parts > 2 ? undefined : route.continue()
  })
  await chooseArchive(page)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Upload File' }).click()
  await page.getByText(/7\d%/).first().waitFor()
}

const cancelUpload = async (page) => {
  const start = page.getByRole('button', { name: /^Cancel( |$)/ }).first()
  await start.click()
  await page.getByRole('button', { name: 'Cancel upload' }).click()
  await page.getByRole('progressbar').waitFor({ state: 'hidden' })
  await page.unrouteAll({ behavior: 'ignoreErrors' })
}

/** Held back for good, so that the network never rests. */
const uploading = { leave: cancelUpload, isBusy: true }

const email = (kind) => ({ path: `/dev/email-examples/${kind}`, title: '', sizes: FORM, whole: true })

const mine = { path: '/my-dashboard', title: 'Dashboard' }
const requests = { path: '/dashboard/requests', title: 'Dashboard', as: staff }
const users = { path: '/dashboard/users', title: 'Users', as: staff }
const maps = { path: (ids) => `/my-dashboard/requests/${ids.PROCESSED}`, title: 'Soybean Yield Trial', as: customer }
const runs = {
  path: (ids) => `/dashboard/requests/${ids.UNDER_REVIEW}?part=processing`,
  title: 'Winter Wheat Nursery',
  as: staff,
}
const account = { path: '/account', title: 'Account settings', as: customer }

export const SCREENS = [
  { name: 'home', path: '/', title: 'Home', sizes: [...READ, '375-dark', '1024-light', '1920-light'], whole: true },
  { name: 'products', path: '/products', title: 'Drone Image Processing', sizes: READ, whole: true },
  { name: 'smart-crop-management', path: '/smart-crop-management', title: 'Smart Crop Management', sizes: READ },
  { name: 'services', path: '/services', title: 'Services', sizes: READ },
  { name: 'about', path: '/about', title: 'About Us', sizes: READ },
  { name: 'blogs', path: '/blogs', title: 'News and Blogs', sizes: READ },
  { name: 'article', path: '/blogs/what-overlap-does', title: 'What overlap does', sizes: READ },
  { name: 'contact', path: '/contact', title: 'Contact Us', sizes: READ },
  { name: 'privacy-policy', path: '/privacy-policy', title: 'Privacy Policy', sizes: READ },
  { name: 'not-found', path: '/no-such-page', title: 'Page not found', sizes: FORM },

  { name: 'log-in', path: '/log-in', title: 'Log in', sizes: WORK },
  { name: 'sign-up', path: '/sign-up', title: 'Sign up', sizes: FORM },
  { name: 'verify-email', path: '/verify-email', title: 'Verify Email', sizes: FORM },
  { name: 'forgot-password', path: '/forgot-password', title: 'Forgot Password', sizes: FORM },

  { name: 'waiting-for-approval', path: '/', title: 'Home', as: waiting, sizes: FORM },
  { name: 'account', ...account, sizes: [...DIALOG, '1920-light'], whole: true },
  { name: 'account-menu', ...mine, as: customer, visit: showMenu, sizes: DIALOG },
  { name: 'my-notices', ...mine, as: customer, visit: showNotices, sizes: DIALOG },
  { name: 'second-factor', ...account, visit: press('Set up'), sizes: FORM },

  { name: 'my-dashboard', ...mine, as: customer, sizes: WORK },
  { name: 'my-first-dashboard', ...mine, as: newcomer, sizes: DIALOG },
  { name: 'upload', ...mine, as: customer, visit: openUpload, sizes: DIALOG },
  { name: 'upload-chosen', ...mine, as: customer, visit: chooseArchive, sizes: DIALOG },
  {
    name: 'flight-check',
    ...mine,
    as: customer,
    visit: inTurn(chooseFile(flight), scrollTo('Flight check')),
    sizes: LARGE,
  },
  { name: 'uploading', ...mine, as: customer, visit: sendArchive, ...uploading, sizes: DIALOG },
  {
    name: 'upload-dock',
    ...mine,
    as: customer,
    visit: async (page) => {
      await sendArchive(page)
      await page.keyboard.press('Escape')
      await page.getByRole('region', { name: 'Uploads', exact: true }).waitFor()
    },
    ...uploading,
    sizes: DIALOG,
  },
  { name: 'my-request-dialog', ...mine, as: customer, visit: openDialog('Processed', /View/), sizes: DIALOG },
  {
    name: 'my-report',
    ...mine,
    as: customer,
    visit: inTurn(openDialog('Processed', /View/), press('View Reports')),
    sizes: DIALOG,
  },

  {
    name: 'my-request',
    path: (ids) => `/my-dashboard/requests/${ids.UNDER_REVIEW}`,
    title: 'Winter Wheat Nursery',
    as: customer,
    sizes: WORK,
  },
  {
    name: 'my-flight',
    path: (ids) => `/my-dashboard/requests/${ids.UNDER_REVIEW}?part=flight`,
    title: 'Winter Wheat Nursery',
    as: customer,
    visit: drawn,
    sizes: BENCH,
  },
  {
    name: 'request-flight',
    path: (ids) => `/dashboard/requests/${ids.UNDER_REVIEW}?part=flight`,
    title: 'Winter Wheat Nursery',
    as: staff,
    visit: drawn,
    sizes: BENCH,
  },
  { name: 'processing', ...runs, visit: openRun('Done'), sizes: LARGE },
  { name: 'processing-start', ...runs, visit: chooseFarm, sizes: DIALOG },
  { name: 'processing-options', ...runs, visit: chooseOptions, sizes: DIALOG },
  { name: 'processing-failed', ...runs, visit: openRun('Failed'), sizes: FORM },
  { name: 'processing-compare', ...runs, visit: showComparison, sizes: BENCH },
  {
    name: 'processing-running',
    path: (ids) => `/dashboard/requests/${ids.PENDING}?part=processing`,
    title: 'Soybean Yield Trial',
    as: staff,
    visit: openRun('Running'),
    sizes: FORM,
  },
  {
    name: 'my-processed-request',
    path: (ids) => `/my-dashboard/requests/${ids.PROCESSED}`,
    title: 'Soybean Yield Trial',
    as: customer,
    sizes: DIALOG,
    whole: true,
  },
  {
    name: 'report-table',
    path: (ids) => `/my-dashboard/requests/${ids.PROCESSED}`,
    title: 'Soybean Yield Trial',
    as: customer,
    visit: showTable,
    sizes: DIALOG,
  },
  { name: 'map', ...maps, visit: openMap(ORTHOMOSAIC), sizes: BENCH },
  { name: 'map-index', ...maps, visit: openMap(ORTHOMOSAIC, showIndex), sizes: BENCH },
  {
    name: 'map-elevation',
    ...maps,
    visit: openMap('lamberton_2026-08-15_surface_model.tif', drawProfile),
    sizes: BENCH,
  },
  { name: 'trials', path: '/my-dashboard/trials', title: 'Trials', as: customer, sizes: DIALOG },
  {
    name: 'first-trials',
    path: '/my-dashboard/trials',
    title: 'Trials',
    as: newcomer,
    sizes: DIALOG,
    visit: untilExample,
  },
  { name: 'trial-map', ...trial('plot=207'), visit: onDate(2) },
  {
    name: 'trial-two-dates',
    ...trial('show=pixels&trait=NGRDI'),
    visit: inTurn(onDate(1), startComparing, onDate(4)),
  },
  // On a phone the layers share the sheet with the tabs.
  { name: 'trial-share', ...trial('plot=207'), visit: press('Share'), sizes: DIALOG },
  {
    name: 'trial-shared',
    path: ({ SHARED }) => `${SHARED}?plot=207`,
    title: 'Demo: synthetic yield trial',
    sizes: BENCH,
  },
  { name: 'trial-what-if', ...trial('show=plants&threshold=0.16&tab=layers'), visit: showPreview },
  { name: 'trial-table', ...trial('tab=table&drawer=full') },
  { name: 'trial-season', ...trial('tab=season&drawer=60&plot=207') },
  { name: 'trial-genotypes', ...trial('tab=genotypes&drawer=full') },
  { name: 'trial-downloads', ...trial('tab=downloads') },
  {
    name: 'trial-import-plots',
    ...trial('tab=table'),
    visit: inTurn(showPlots, press('Import plots'), chooseOutlines),
  },
  {
    name: 'trial-plot-names',
    ...trial('tab=table'),
    visit: inTurn(
      showPlots,
      press('Add plot names and genotypes'),
      pasteCells(cells((plot, at) => `${plot};SF-${101 + at};4${at},5;12.09.2025;`)),
    ),
  },
  {
    name: 'trial-add-scores',
    ...trial('tab=table'),
    visit: inTurn(
      press('Add scores and yield'),
      pasteCells(cells((plot, at) => `${plot};SF-${101 + at};4${at},5;${12 + at}.09.2025;${at === 2 ? 'Hagel' : ''}`)),
    ),
  },
  {
    name: 'trial-layout',
    path: (ids) => `/my-dashboard/trials/${ids.TRIAL}/layout`,
    title: 'Draw plots',
    as: customer,
    sizes: BENCH,
  },
  {
    name: 'answer-request',
    path: (ids) => `/my-dashboard/requests/${ids.REJECTED}`,
    title: 'Winter Wheat Nursery',
    as: customer,
    visit: press('Send a new archive'),
    sizes: DIALOG,
  },
  {
    name: 'my-rejected-request',
    path: (ids) => `/my-dashboard/requests/${ids.REJECTED}`,
    title: 'Winter Wheat Nursery',
    as: customer,
    sizes: DIALOG,
  },

  { name: 'requests', ...requests, sizes: WORK },
  {
    name: 'request',
    path: (ids) => `/dashboard/requests/${ids.PROCESSED}`,
    title: 'Soybean Yield Trial',
    as: staff,
    sizes: WORK,
    whole: true,
  },
  {
    name: 'describe-map',
    path: (ids) => `/dashboard/requests/${ids.PROCESSED}?part=report`,
    title: 'Soybean Yield Trial',
    as: staff,
    visit: press(`Describe ${ORTHOMOSAIC}`),
    sizes: DIALOG,
  },
  { name: 'request-dialog', ...requests, visit: openDialog('Under Review', /View/), sizes: DIALOG },
  { name: 'report', ...requests, visit: inTurn(openDialog('Processed', /View/), press('View Report')), sizes: DIALOG },
  {
    name: 'attach-report',
    ...requests,
    visit: inTurn(openDialog('Under Review', /View/), press('Upload Report')),
    sizes: DIALOG,
  },
  { name: 'attach-report-ticked', ...requests, visit: attachFiles, sizes: DIALOG },
  { name: 'notices', ...requests, visit: showNotices, sizes: DIALOG },
  { name: 'users', ...users, sizes: WORK },
  { name: 'user', ...users, visit: openUser('Carla Fields'), sizes: WORK, whole: true },
  { name: 'verify-user', ...users, visit: openDialog('Jonas Weber', /Review/), sizes: DIALOG },
  { name: 'activity', path: '/dashboard/activity', title: 'Activity log', as: staff, sizes: WORK },
  { name: 'email-code', ...email('confirmationEmail-1') },
  { name: 'email-rejected', ...email('statusEmail-3') },
  { name: 'email-report', ...email('reportEmail-1') },
  { name: 'undelivered-emails', path: '/dashboard/emails', title: 'Undelivered emails', as: staff, sizes: DIALOG },
]

/** The parts of screens in the steps on the home page begin at `top`. */
/** Of trials of several crops (field-trials.mjs), whole as people see them. */
const bench = (of, view) => ({
  path: (ids) => `/my-dashboard/trials/${ids[of]}?${view}`,
  title: 'Trial',
  as: GROWER,
})
export const PICTURES = [
  { name: 'bench-wheat', ...bench('example', 'plot=308'), visit: onDate(1) },
  { name: 'bench-maize', ...bench('maize', 'tab=genotypes&drawer=60&trait=NGRDI'), visit: onDate(3) },
  {
    name: 'bench-potatoes',
    ...bench('potatoes', 'show=photo'),
    visit: inTurn(onDate(1), startComparing, onDate(3)),
  },
  { name: 'bench-vines', ...bench('vines', 'tab=table'), visit: onDate(1) },
]
