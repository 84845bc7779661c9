// Fills a fresh development server with examples, through its API as anyone would.
import { call, logIn, read, until, upload } from '../lib/api.mjs'
import { archiveOf, flightArchive, reportFiles } from './example-files.mjs'
import { addRuns } from './farm.mjs'
import { UNKNOWN_DOMAIN } from './mail-server.mjs'

const PASSWORD = 'Skyfurrow1!'
const OWN_PASSWORD = 'Meadow-2027!'

export const PEOPLE = {
  staff: { email: 'staff@skyfurrow.example', password: PASSWORD },
  customer: { email: 'customer@skyfurrow.example', password: PASSWORD },
  /** Approved, and has sent nothing yet. */
  newcomer: { email: 'ines.moreno@example.org', password: OWN_PASSWORD },
  /** Confirmed, and waits for approval. */
  waiting: { email: 'jonas.weber@example.org', password: OWN_PASSWORD },
}

const STATUS = { approved: 1, rejected: 2, onHold: 3 }
const USERS = [
  ['Ines Moreno', PEOPLE.newcomer.email, { status: STATUS.approved, projectTypes: ['Maize_Density_Trial'] }],
  ['Jonas Weber', PEOPLE.waiting.email],
  ['Maximiliane von und zu Hohenheim-Trockenborn', 'maximiliane.von-hohenheim@research-station.example.org'],
  [
    'Priya Raman',
    'priya.raman@example.org',
    { status: STATUS.onHold, projectTypes: ['Rice_Nursery'], message: 'Which station do you work for?' },
  ],
  [
    'Tom Baker',
    'tom.baker@example.org',
    { status: STATUS.rejected, projectTypes: [], message: 'We only work with research stations this season.' },
  ],
]

const REQUESTS = [
  ['Soybean_Yield_Trial', 'lamberton_2026-08-15.zip', 36, 'PROCESSED', ['orthomosaic', 'plantFeatures', 'heatMaps']],
  [
    'Soybean_Yield_Trial',
    'lamberton_2026-08-29_full_canopy_rgb.zip',
    52,
    'PENDING',
    ['orthomosaic', 'elevationModels'],
  ],
  ['Winter_Wheat_Nursery', 'wheat_nursery_heading.zip', 18, 'REJECTED', ['3dModel']],
  [
    'Winter_Wheat_Nursery',
    'wheat_nursery_flowering_with_gcp.zip',
    'a flight',
    'UNDER_REVIEW',
    ['orthomosaic', 'elevationModels', 'heatMaps'],
  ],
  ['Soybean_Yield_Trial', 'lamberton_2026-09-05.zip', 44, 'PENDING', ['orthomosaic', 'plantFeatures']],
]
const MESSAGES = {
  REJECTED: 'A third of the photos are out of focus. Please fly again and send a new archive.',
  UNDER_REVIEW: 'We found your ground control points and are checking the overlap.',
}

/** Returns the ids of the requests by status, and that of the demo trial, whose request comes first. */
export async function fillWithExamples(base, { codeTo, node }) {
  const customer = await logIn(base, PEOPLE.customer)
  const trialId = await untilTrialIsMeasured(customer)
  const staff = await logIn(base, PEOPLE.staff)
  for (const [fullName, email, decision] of USERS) await addUser({ base, staff, codeTo }, { fullName, email, decision })
  await call({ base, token: null }, '/auth/register', {
    fullName: 'Elena Rossi',
    email: `elena.rossi@${UNKNOWN_DOMAIN}`,
    password: OWN_PASSWORD,
  })
  const ids = { TRIAL: trialId }
  for (const request of REQUESTS) ids[request[3]] = await addRequest({ customer, staff }, request)
  await addRuns(
    { post: (path, body) => call(staff, path, body), read: (path) => read(staff, path), node },
    { of: ids.UNDER_REVIEW, goesOn: ids.PENDING },
  )
  await untilMapsAreReady(staff, { id: ids.UNDER_REVIEW })
  ids.SHARED = await shareTrial(customer, trialId)
  return ids
}

/** Invites a colleague and a partner, and makes links to the trial. Returns the path of one of these. */
async function shareTrial(customer, trialId) {
  const endsOn = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)
  const subject = { kind: 'trial', id: trialId }
  await call(customer, '/account/invitations', { email: 'tom.heller@example.org', role: 'editor' })
  await call(customer, '/trials/shares', { trialId, email: 'partner@station.example', role: 'viewer' })
  await call(customer, '/links', { subject, endsOn, password: 'rows of soybean' })
  const { data } = await call(customer, '/links', { subject, endsOn, mayDownload: true })
  return new URL(data.url).pathname
}

export async function addUser({ base, staff, codeTo }, { fullName, email, decision }) {
  const visitor = { base, token: null }
  await call(visitor, '/auth/register', { fullName, email, password: OWN_PASSWORD })
  await call(visitor, '/auth/confirm-user', { email, fullName, confirmationCode: await codeTo(email) })
  if (!decision) return
  const { data } = await call(staff, '/admin/searchUsers', { searchReq: { email } })
  const { message, ...rest } = decision
  await call(staff, '/admin/verify-user', {
    userId: data[0].cognitoUserId,
    ...rest,
    ...(message ? { metadata: { message } } : {}),
  })
}

async function addRequest({ customer, staff }, [projectType, fileName, photos, status, reportCategories]) {
  const details = {
    projectType,
    reportCategories,
    description: 'Nadir flight at 40 m around noon, 80 % overlap both ways.',
  }
  const content = photos === 'a flight' ? await flightArchive() : await archiveOf(photos)
  const id = await upload(customer, 'crop-images', { ...details, fileName, content, id: '' })
  if (status === 'PENDING') return id
  const change = { analysisRequestId: id, fileStatus: 'UNDER_REVIEW', message: MESSAGES.UNDER_REVIEW }
  if (status !== 'REJECTED') await call(staff, '/admin/updateRequestStatus', change)
  if (status === 'PROCESSED') await publishReport(staff, { ...details, id })
  else if (status === 'REJECTED')
    await call(staff, '/admin/updateRequestStatus', {
      analysisRequestId: id,
      fileStatus: status,
      message: MESSAGES[status],
    })
  return id
}

async function publishReport(staff, details) {
  const files = await reportFiles()
  for (const [at, [fileName, content]] of files.entries())
    await upload(staff, 'admin-crop', {
      ...details,
      description: 'Plots 17 and 31 have gaps; see the column cover.',
      fileName,
      content,
      publish: at === files.length - 1,
    })
  await untilMapsAreReady(staff, details)
}

/** The product makes the demo trial by itself. */
const untilTrialIsMeasured = (caller) =>
  until(async () => {
    const [trial] = await read(caller, '/trials')
    const details = trial && (await read(caller, `/trials/trial?trialId=${trial.trialId}`))
    return details?.measurements[0]?.state === 'DONE' && trial.trialId
  })

const untilMapsAreReady = (caller, { id }) =>
  until(async () => {
    const maps = await read(caller, `/maps?analysisRequestId=${id}&withProducts=true`)
    return maps.every(({ state }) => state !== 'PREPARING')
  })
