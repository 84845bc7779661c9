import { randomUUID } from 'node:crypto'
import { dateOf } from '#domain/dates.ts'
import type { LinkKind } from '#domain/links.ts'
import type { ShareRole } from '#domain/memberships.ts'
import { days } from '#domain/units.ts'
import { signLinkToken } from '#server/features/accounts/sessions/tokens.ts'
import { recordMap } from '#server/features/maps/queries.ts'
import { makeInvitationCode } from '#server/features/members/invitation-code.ts'
import { addNotices } from '#server/features/notices/add-notices.ts'
import type { Database } from '../../adapters/db/schema.ts'
import { waitForJobs } from './emails.ts'
import { ONE_PIXEL } from './one-pixel.ts'
import type { TestServer } from './test-server.ts'
import { createTrial, PLACED_RASTER } from './trials.ts'
import { createUndeliveredEmail } from './undelivered-emails.ts'
import {
  addMap,
  attachReportFile,
  sendParts,
  startArchive,
  startMap,
  startReportFile,
  submitArchive,
} from './uploads.ts'
import { addMember, createUser, PASSWORD, type TestUser } from './users.ts'
import { setWork } from './work.ts'

/** The object of a call. `id` is that of the request, session or user. Fields that a kind does not have are empty. */
export type Fixture = {
  id: string
  uploadId: string
  parts: { partNumber: number; etag: string }[]
  fileName: string
  mapId: string
}

export type Kind =
  | 'request'
  /** One that a call may delete. */
  | 'spareRequest'
  | 'reportFile'
  | 'map'
  | 'archive'
  | 'ownUpload'
  | 'ownFile'
  | 'reportUpload'
  | 'session'
  | 'user'
  /** In which the owner works. */
  | 'account'
  | 'member'
  /** Of the owner. */
  | 'invitation'
  /** To the owner, by the code of its link. */
  | 'invited'
  /** To the owner, by the code of its link. */
  | 'offered'
  | 'apiToken'
  | 'webhook'
  | 'email'
  | 'notice'
  | 'run'
  | TrialKind

const content = Buffer.from('raw images')
const fixture = (is: Partial<Fixture>): Fixture => ({
  id: '',
  uploadId: '',
  parts: [],
  fileName: '',
  mapId: '',
  ...is,
})

export const missing = (): Fixture =>
  fixture({ id: randomUUID(), uploadId: 'ab'.repeat(16), parts: [{ partNumber: 1, etag: '00000000-a' }] })

type Factories = Record<
  Exclude<Kind, TrialKind>,
  (server: TestServer, owner: TestUser, staff: TestUser) => Promise<Fixture>
>

const FACTORIES: Factories = {
  user: async (_server, owner) => fixture({ id: owner.id }),
  account: async (_server, owner) => fixture({ id: owner.id }),
  member: async (server, owner) => {
    const person = await createUser(server)
    await addMember(server, { accountId: owner.id, person, role: 'viewer' })
    return fixture({ id: person.id })
  },
  invitation: async (server, owner) =>
    fixture(await invite(server, { accountId: owner.id, email: `${randomUUID()}@example.org` })),
  offered: async (server, owner) => {
    const { id: accountId } = await createUser(server)
    const trialId = randomUUID()
    const createdAt = server.deps.now()
    await server.deps.db.insertInto('trials').values({ id: trialId, accountId, name: 'Shared', createdAt }).execute()
    const { code } = await offer(server, { trialId, email: owner.email })
    return fixture({ id: code })
  },
  invited: async (server, owner) => {
    const { id: accountId } = await createUser(server)
    const { code } = await invite(server, { accountId, email: owner.email })
    return fixture({ id: code })
  },
  webhook: async ({ deps }, owner) => {
    const id = randomUUID()
    const made = { url: 'https://station.example/hook', events: ['report.published' as const], madeAt: deps.now() }
    await deps.db
      .insertInto('webhooks')
      .values({ id, accountId: owner.id, madeBy: owner.id, ...made })
      .execute()
    return fixture({ id })
  },
  apiToken: async (server, owner) => {
    const made = await server.call('makeToken', { token: owner.token, body: { name: 'Old job', scopes: ['read'] } })
    return fixture({ id: made.body.data.tokenId })
  },
  email: async (server, owner) => fixture({ id: await createUndeliveredEmail(server, owner.email) }),
  notice: async (server, owner) => fixture({ id: await notify(server, owner) }),
  session: async (server, owner) => fixture({ id: await logIn(server, owner) }),
  request: async (server, owner) => fixture({ id: await submit(server, owner) }),
  spareRequest: async (server, owner) => fixture({ id: await submit(server, owner) }),
  run: async (server, owner) => fixture({ id: await createWaitingRun(server.deps.db, await submit(server, owner)) }),
  reportFile: async (server, owner, staff) => {
    const id = await submit(server, owner)
    await attachReportFile(server, staff, { id, content, fileName: `${id}.tif` })
    const { body } = await server.call('getReport', { token: staff.token, query: { analysisRequestId: id } })
    const url = new URL(body.data?.reportUrls[0] ?? '')
    return fixture({ id, fileName: decodeURIComponent(url.pathname.split('/').at(-1) ?? '') })
  },
  map: async (server, owner, staff) => fixture({ id: await createMap(server, { owner, staff }) }),
  ownUpload: async (server, owner) => {
    const fileName = `${randomUUID()}.tif`
    return upload((await startMap(server, owner, { content, fileName })).body.data, fileName)
  },
  ownFile: async (server, owner) =>
    fixture({ id: await addMap(server, owner, { content, fileName: `${randomUUID()}.txt` }) }),
  archive: async (server, owner) => {
    const fileName = `${randomUUID()}.zip`
    return upload((await startArchive(server, owner, { content, start: { fileName } })).body.data, fileName)
  },
  reportUpload: async (server, owner, staff) =>
    createReportUpload(server, { id: await submit(server, owner), starter: staff }),
}

/** An offer of a trial, or, for an account, one that it has accepted. */
export async function offer(
  { deps }: TestServer,
  {
    role = 'viewer',
    accountId = null,
    ...offered
  }: { trialId: string; email: string; role?: ShareRole; accountId?: string | null },
) {
  const id = randomUUID()
  const { code, ...made } = makeInvitationCode(deps.now())
  const acceptedAt = accountId === null ? null : deps.now()
  await deps.db
    .insertInto('trialShares')
    .values({ id, ...offered, role, ...made, accountId, acceptedAt })
    .execute()
  return { id, code }
}

/** A link, and the token of a visitor who has opened it. */
export async function link(
  { deps }: TestServer,
  { accountId, ...subject }: { accountId: string; kind: LinkKind; subjectId: string },
) {
  const id = randomUUID()
  const endsOn = dateOf(new Date(deps.now().getTime() + days(7)))
  const made = { endsOn, passwordHash: null, mayDownload: true, madeBy: accountId, madeAt: deps.now() }
  await deps.db
    .insertInto('links')
    .values({ id, accountId, ...subject, ...made })
    .execute()
  return { id, token: await signLinkToken(deps, id) }
}

async function invite({ deps }: TestServer, { accountId, email }: { accountId: string; email: string }) {
  const id = randomUUID()
  const { code, ...made } = makeInvitationCode(deps.now())
  await deps.db
    .insertInto('invitations')
    .values({ id, accountId, email, role: 'viewer', ...made, invitedBy: accountId, acceptedBy: null })
    .execute()
  return { id, code }
}

/** A run that no engine takes up. */
export async function createWaitingRun(db: Database, analysisId: string): Promise<string> {
  const id = randomUUID()
  const archive = db.selectFrom('files').select('id').where('analysisId', '=', analysisId)
  const { id: fileId } = await archive.where('kind', '=', 'ARCHIVE').executeTakeFirstOrThrow()
  await db
    .insertInto('work')
    .values({ id, jobId: null, kind: 'process-farm-run', subject: fileId, stage: 'waiting', requestedAt: new Date() })
    .execute()
  const unknown = { startedBy: null, restartedFrom: null, preset: null }
  await db
    .insertInto('runs')
    .values({
      id,
      analysisId,
      fileId,
      engine: 'farm',
      options: '{}',
      priority: 'normal',
      attempt: 1,
      evidence: '[]',
      ...unknown,
    })
    .execute()
  return id
}

/** Creates an object that belongs to a customer. `staff` does what only staff can do. */
export const createFixture = (
  server: TestServer,
  kind: Exclude<Kind, TrialKind>,
  { owner, staff }: { owner: TestUser; staff: TestUser },
): Promise<Fixture> => FACTORIES[kind](server, owner, staff)

async function submit(server: TestServer, owner: TestUser): Promise<string> {
  const fileName = `${randomUUID()}.zip`
  return (await submitArchive(server, owner, { content, start: { fileName } })).analysisRequestId
}

/** The upload of a report file whose parts have all arrived. */
export async function createReportUpload(
  server: TestServer,
  { id, starter }: { id: string; starter: TestUser },
): Promise<Fixture> {
  const fileName = `${randomUUID()}.tif`
  return upload((await startReportFile(server, starter, { id, content, fileName })).body.data, fileName)
}

async function upload(presigned: Parameters<typeof sendParts>[0], fileName: string): Promise<Fixture> {
  const parts = await sendParts(presigned, content)
  return fixture({ id: presigned.id, uploadId: presigned.preSignedUrl.uploadId, parts, fileName })
}

async function logIn(server: TestServer, { email, id }: TestUser): Promise<string> {
  await server.call('logIn', { body: { email, password: PASSWORD } })
  const newest = server.deps.db.selectFrom('sessions').select('id').where('userId', '=', id)
  return (await newest.orderBy('createdAt', 'desc').executeTakeFirstOrThrow()).id
}

/** Adds a notice that people of any role may read. */
async function notify({ deps }: TestServer, { id }: TestUser): Promise<string> {
  await addNotices(deps.db, deps, {
    people: [{ id }],
    subject: `user:${id}`,
    content: { kind: 'account-message', message: 'Which station is it?' },
  })
  const newest = deps.db.selectFrom('notices').select('id').where('userId', '=', id).orderBy('createdAt', 'desc')
  return (await newest.orderBy('id', 'desc').executeTakeFirstOrThrow()).id
}

export type TrialKind =
  | 'trial'
  | 'trialShare'
  | 'link'
  | 'trialFlight'
  | 'trialColumn'
  | 'trialImage'
  | 'trialFormula'
  | 'measurement'
  | 'measurementWaiting'

export const isTrialKind = (kind: Kind): kind is TrialKind => /^(trial|measurement|link)/.test(kind)

/** A trial, or a part of one, on a map that exists. */
export async function createTrialFixture(
  server: TestServer,
  kind: TrialKind,
  { owner, mapId }: { owner: TestUser; mapId: string },
): Promise<Fixture> {
  // Who looks at a map without a copy has it looked at again, which finds no raster.
  await recordMap(server.deps.db, mapId, { state: 'READY', reason: null, facts: PLACED_RASTER, copy: null })
  const { trialId, trialFlightId, measurementId } = await createTrial(server, { owner, mapId })
  const trialColumn = randomUUID()
  await server.deps.db
    .insertInto('trialColumns')
    .values({
      id: trialColumn,
      trialId,
      name: 'Score',
      unit: null,
      takenOn: null,
      plotValues: '{"101": 3}',
      authorId: owner.id,
      changedAt: server.deps.now(),
    })
    .execute()
  const trialImage = randomUUID()
  const ofPlot = { trialId, plotId: '101', name: 'Rust', fileName: 'rust.jpg', takenAt: '2026-07-01' }
  const sent = { authorId: owner.id, madeAt: server.deps.now() }
  await server.deps.db
    .insertInto('plotImages')
    .values({ id: trialImage, ...ofPlot, ...sent })
    .execute()
  const picture = { bytes: ONE_PIXEL, width: 1, height: 1 }
  await server.deps.db.updateTable('plotImages').set(picture).where('id', '=', trialImage).execute()
  const trialFormula = randomUUID()
  const made = { authorId: owner.id, changedAt: server.deps.now() }
  await server.deps.db
    .insertInto('trialFormulas')
    .values({ id: trialFormula, trialId, trait: 'Lean', name: 'Lean', formula: 'G - R', unit: null, ...made })
    .execute()
  const trialShare = (await offer(server, { trialId, email: `${randomUUID()}@example.org` })).id
  const linkId = (await link(server, { accountId: owner.id, kind: 'trial', subjectId: trialId })).id
  if (kind === 'measurementWaiting') await setWork(server, measurementId, 'QUEUED')
  const ofMeasurement = { measurement: measurementId, measurementWaiting: measurementId }
  const ids = {
    trialShare,
    link: linkId,
    trial: trialId,
    trialFlight: trialFlightId,
    trialColumn,
    trialImage,
    trialFormula,
    ...ofMeasurement,
  }
  return fixture({ id: ids[kind], mapId })
}

/** A published map of a place. */
async function createMap(server: TestServer, { owner, staff }: { owner: TestUser; staff: TestUser }): Promise<string> {
  const analysisId = await submit(server, owner)
  await attachReportFile(server, staff, { id: analysisId, content, fileName: `${analysisId}.tif` })
  for (const job of ['check-file', 'prepare-map']) await waitForJobs(server, job)
  const { db } = server.deps
  const { id } = await db
    .selectFrom('files')
    .select('id')
    .where('analysisId', '=', analysisId)
    .where('kind', '=', 'REPORT')
    .executeTakeFirstOrThrow()
  await recordMap(db, id, { state: 'READY', reason: null, facts: PLACED_RASTER, copy: null })
  return id
}
