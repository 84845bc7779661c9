import { createWaitingRun } from '../server/fixtures.ts'
import type { TestServer } from '../server/test-server.ts'
import { attachReportFile, startArchive, startReportFile, submitArchive } from '../server/uploads.ts'
import { createStaff, createUser, PASSWORD, type TestUser } from '../server/users.ts'
import type { ActorName } from './cases.ts'
import type { Known } from './valid-values.ts'

/** The callers and the objects of their calls. The calls never change the callers themselves. */
export type Actors = { tokens: Record<ActorName, string | undefined>; known: Known }

const CONTENT = Buffer.from('an archive of raw images')

export async function createActors(server: TestServer): Promise<Actors> {
  const [customer, staff, waiting] = [
    await createUser(server),
    await createStaff(server),
    await createUser(server, { status: 'PENDING', projectTypes: [] }),
  ]
  const target = await createUser(server)
  const [one, two] = [await submitArchive(server, customer), await submitArchive(server, customer)]
  const foreign = await submitArchive(server, target)
  const open = (await startArchive(server, customer, { content: CONTENT })).body.data
  const withReport = one.analysisRequestId
  await attachReportFile(server, staff, { id: withReport, content: CONTENT })
  const openReport = (await startReportFile(server, staff, { id: withReport, content: CONTENT, fileName: 'b.tif' }))
    .body.data
  const more = await Promise.all([customer, customer, staff].map((person) => sessionOf(server, person)))
  const trial = await server.call('createTrial', { token: customer.token, body: { name: 'Field 7' } })
  // The first call with an access token updates its session. The other actors have already made one.
  await server.call('getProfile', { token: waiting.token })
  const { next } = (await server.call('listUsers', { token: staff.token, query: { pageSize: '1' } })).body

  return {
    tokens: { anonymous: undefined, waiting: waiting.token, customer: customer.token, staff: staff.token },
    known: {
      analysisRequestId: [one, two, foreign, one].map((ref) => ref.analysisRequestId).concat(open.id),
      id: [open.id, withReport],
      uploadId: [open.preSignedUrl.uploadId, openReport.preSignedUrl.uploadId, one.uploadId],
      userId: [target.id, staff.id],
      trialId: [trial.body.data.trialId],
      runId: [await createWaitingRun(server.deps.db, withReport)],
      actorId: [staff.id, customer.id],
      subject: [`user:${target.id}`, `analysis:${withReport}`],
      sessionId: more.map(({ sessionId }) => sessionId),
      refreshToken: [...more.map(({ refreshToken }) => refreshToken), target.refreshToken],
      email: [target.email, await unconfirmed(server)],
      password: [PASSWORD],
      currentPassword: [PASSWORD],
      newPassword: [PASSWORD],
      projectType: ['Soybean_Trial', 'Soybean Trial'],
      fileName: ['flight.zip', 'b.tif', encodeURIComponent('航空写真 (1).zip')],
      file: ['a.tif', '航空写真 (1).tif'],
      ...(next === null ? {} : { after: [next] }),
    },
  }
}

async function sessionOf(
  server: TestServer,
  { email }: TestUser,
): Promise<{ sessionId: string; refreshToken: string }> {
  const { refreshToken } = (await server.call('logIn', { body: { email, password: PASSWORD } })).body.data
  return { sessionId: refreshToken.split('.', 1)[0] ?? '', refreshToken }
}

async function unconfirmed(server: TestServer): Promise<string> {
  const { email, id } = await createUser(server)
  await server.deps.db.updateTable('users').set({ confirmedAt: null }).where('id', '=', id).execute()
  return email
}
