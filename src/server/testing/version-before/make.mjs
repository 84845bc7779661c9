// Made data.tar.gz beside this file, once, with the program at commit 68f38ab (schema 014). To make it again:
//   git worktree add /tmp/before 68f38ab && ln -s "$PWD/node_modules" /tmp/before/node_modules
//   cp src/server/testing/version-before/make.mjs /tmp/before/ && cd /tmp/before && node make.mjs data.tar.gz
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path, { join } from 'node:path'

const { openTestServer } = await import('#server/testing/test-server.ts')
const { makePerson, makeStaff, PASSWORD } = await import('#server/testing/people.ts')
const { submitArchive, startArchive, attachReportFile, sendParts } = await import('#server/testing/uploading.ts')
const { switchOnFactor } = await import('#server/testing/second-factor.ts')
const { backUp, SECRET_KEY } = await import('#server/testing/backups.ts')
const { noteReceipts } = await import('#server/features/uploads/note-receipts.ts')

const NAMES = [
  'Soybean_Trial',
  'Soybean Trial',
  'a "quoted", {odd} one',
  "O'Hara; drop table users",
  '../x\\',
  '🌾 Zuckerrüben',
  'constructor',
  'x'.repeat(100),
]
const [, , out = 'data.tar.gz'] = process.argv
const folder = mkdtempSync(join(tmpdir(), 'version-before-'))
const place = { DATA_DIR: join(folder, 'place'), SECRET_KEY }

let server = await openTestServer({}, { over: place })
const [ann, ben] = [await makeStaff(server, { fullName: 'Ann' }), await makeStaff(server, { fullName: 'Ben “\u2028”' })]
const carla = await makePerson(server, { fullName: 'Cärla 測試', projectTypes: NAMES })
const dora = await makePerson(server, { projectTypes: ['Maize', 'Gone_Trial'] })
await makePerson(server, { status: 'PENDING', projectTypes: [] })
await switchOnFactor(server, carla)
const bytes = (seed, size) => Buffer.from(Array.from({ length: size }, (_, at) => (at * seed) % 251))
const at = (projectType, fileName) => ({ projectType, fileName: encodeURIComponent(fileName) })
const decide = (person, { status, projectTypes, message }) =>
  server.call('verifyUser', {
    token: ann.token,
    body: { userId: person.id, status, projectTypes, ...(message && { metadata: { message } }) },
  })
const status = (id, fileStatus, message) =>
  server.call('changeStatus', {
    token: ann.token,
    body: { analysisRequestId: id, fileStatus, ...(message && { message }) },
  })

const ids = []
for (const [index, name] of NAMES.entries()) {
  const content = bytes(index + 3, 1000 + index * 20_000)
  const start = { ...at(name, `Feld ${index} (ü).zip`), totalChunks: Math.ceil(content.length / 65_536) }
  ids.push((await submitArchive(server, carla, { content, start })).analysisRequestId)
}
const [pending, reviewed, rejected, processed, twice, drafted] = ids
await status(reviewed, 'UNDER_REVIEW')
await status(rejected, 'REJECTED', 'Too dark')
const report = { fileName: 'ortho.tif', projectType: 'any' }
await attachReportFile(server, ann, {
  id: processed,
  content: bytes(7, 5000),
  ...report,
  description: 'Two plots failed',
  publish: 'true',
})
await attachReportFile(server, ann, {
  id: twice,
  content: bytes(8, 100),
  ...report,
  description: 'First',
  publish: 'true',
})
await attachReportFile(server, ben, {
  id: twice,
  content: bytes(9, 70),
  fileName: 'b.csv',
  description: 'Draft of Ben',
})
await attachReportFile(server, ann, {
  id: drafted,
  content: bytes(10, 60),
  fileName: 'c.csv',
  description: 'Draft of Ann',
})
const removed = await attachReportFile(server, ann, { id: drafted, content: bytes(11, 50), fileName: 'gone.csv' })
if (removed.status !== 200) throw new Error(removed.body.message)
const attached = await server.call('getReport', { token: ann.token, query: { analysisRequestId: drafted } })
const gone = attached.body.data.reportUrls.map((url) => decodeURIComponent(new URL(url).pathname.split('/').at(-1)))
await server.call('removeReportFile', {
  token: ann.token,
  query: { analysisRequestId: drafted, storedName: gone.find((name) => name.endsWith('gone.csv')) },
})
await submitArchive(server, dora, { start: at('Gone_Trial', 'gone.zip') })
const kept = await startArchive(server, dora, {
  content: bytes(2, 100_000),
  start: { ...at('Maize', 'open.zip'), totalChunks: 2 },
})
await sendParts(
  {
    ...kept.body.data,
    preSignedUrl: {
      ...kept.body.data.preSignedUrl,
      preSignedUrls: { 1: kept.body.data.preSignedUrl.preSignedUrls['1'] },
    },
  },
  bytes(2, 100_000),
)
const lost = await startArchive(server, dora, { content: bytes(4, 10), start: at('Gone_Trial', 'lost.zip') })
if (lost.status !== 200) throw new Error(lost.body.message)
await decide(dora, { status: 1, projectTypes: ['Maize', 'Rye'], message: 'Gone_Trial has ended' })
const { body: given } = await startArchive(server, dora, { content: bytes(5, 10), start: at('Rye', 'given up.zip') })
await server.call('abandonUpload', {
  token: dora.token,
  query: { uploadId: given.data.preSignedUrl.uploadId, analysisRequestId: given.data.id },
})
const confirmed = await server.deps.db
  .selectFrom('uploads')
  .selectAll()
  .where('analysisId', '=', pending)
  .executeTakeFirstOrThrow()
const files = () => server.deps.db.selectFrom('files').selectAll().where('sha256', 'is', null).execute()
while ((await files()).length > 0) await new Promise((resolve) => setTimeout(resolve, 100))
const { digest } = await server.deps.db
  .selectFrom('files')
  .select('digest')
  .where('uploadId', '=', confirmed.id)
  .executeTakeFirstOrThrow()
await server.call('confirmContent', {
  token: carla.token,
  query: { uploadId: confirmed.id, analysisRequestId: pending },
  body: { digest },
})
await server.call('sendMessage', {
  body: { name: 'Visitor', email: 'visitor@example.org', message: 'Line one\nline two', website: '' },
})
await server.call('logOut', { body: { refreshToken: ben.refreshToken } })
await server.close()

// Now nothing is worked on: files without digests, mails that wait, and a completion that was cut off.
server = await openTestServer({}, { over: place, runsJobs: false })
for (const person of [ann, dora]) {
  const { body } = await server.call('logIn', { body: { email: person.email, password: PASSWORD } })
  person.token = body.data.accessToken
}
const again = await submitArchive(server, dora, { content: bytes(12, 3000), start: at('Maize', 'unread.zip') })
await attachReportFile(server, ann, {
  id: again.analysisRequestId,
  content: bytes(13, 20),
  fileName: 'unread.csv',
  publish: 'true',
})
const cut = (await startArchive(server, dora, { content: bytes(14, 40), start: at('Rye', 'cut off.zip') })).body.data
const ref = { uploadId: cut.preSignedUrl.uploadId, analysisRequestId: cut.id }
const receipts = await sendParts(cut, bytes(14, 40))
await noteReceipts(server.deps, { kind: 'ARCHIVE', userId: dora.id }, { ...ref, receipts, publish: null })
const { rows } = await (await import('kysely'))
  .sql`select name, data from queue.job where data <> '{}' group by name, data order by name, data::text`.execute(
  server.deps.db,
)
writeFileSync(join(folder, 'jobs.json'), JSON.stringify(rows))
const { backup } = await backUp(server, join(folder, 'backups'), { at: new Date('2026-11-01T00:00:00Z') })
await server.close()
execFileSync('tar', ['-czf', path.resolve(out), '-C', folder, 'jobs.json', 'backups'])
rmSync(folder, { recursive: true })
process.stdout.write(`${backup} is in ${out}\n`)
process.exit(0)
