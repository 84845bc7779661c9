import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ReportFile } from '#contract/reports.ts'
import { hours } from '#domain/units.ts'
import { checkGlb } from '#imagery/models/check-glb.ts'
import { makeDracoGlb, packGlb } from '#server/compute/testing/make-draco-glb.ts'
import { waitForJobs } from '#server/testing/server/emails.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { attachReportFile, submitArchive } from '#server/testing/server/uploads.ts'
import { createStaff, createUser, type TestUser } from '#server/testing/server/users.ts'
import { backfillFiles } from './backfill-files.ts'
import { unpackedModelKey } from './derived.ts'
import { isStored } from './store-derived.ts'

let server: TestServer
let staff: TestUser
beforeAll(async () => {
  server = await openTestServer()
  staff = await createStaff(server)
})
afterAll(() => server.close())

/** Different in each test: what is made of a file lies under its content. */
let unique = 0
const packed = async (made: Parameters<typeof makeDracoGlb>[0] = {}) =>
  Buffer.from(await makeDracoGlb({ change: (gltf) => ({ ...gltf, extras: ++unique }), ...made }))
const plain = () => Buffer.from(packGlb({ asset: { version: '2.0' }, extras: ++unique }, new Uint8Array(4)))

const done = async () => {
  await waitForJobs(server, 'check-file')
  await waitForJobs(server, 'prepare-model')
}

async function reportOf(id: string, person: TestUser): Promise<ReportFile[]> {
  const { body } = await server.call('getReport', { token: person.token, query: { analysisRequestId: id } })
  return body.data?.files ?? []
}

async function attached(files: Record<string, Buffer>, publish: 'true' | 'false' = 'true') {
  const customer = await createUser(server)
  const { analysisRequestId: id } = await submitArchive(server, customer)
  for (const [fileName, content] of Object.entries(files))
    await attachReportFile(server, staff, {
      id,
      fileName,
      content,
      publish,
      totalChunks: Math.ceil(content.length / 65_536),
    })
  await done()
  return { id, customer, files: await reportOf(id, staff) }
}

const bytesAt = async (url: string | undefined | null) => new Uint8Array(await (await fetch(url ?? '')).arrayBuffer())
const keyOf = (content: Buffer) => unpackedModelKey(createHash('sha256').update(content).digest('hex'))

describe('a GLB of a report with Draco compression', () => {
  test('has a copy without it behind a signed link, and the original is what is downloaded', async () => {
    const content = await packed({ side: 60 })
    const { files } = await attached({ 'field.GLB': content })
    const [file] = files
    expect(file).toMatchObject({ size: content.length, modelReason: null, isChecking: false })
    const answer = await fetch(file?.model?.url ?? '')
    expect(answer.headers.get('content-type')).toBe('application/octet-stream')
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    const copy = new Uint8Array(await answer.arrayBuffer())
    expect(copy).toHaveLength(file?.model?.bytes ?? 0)
    expect(() => checkGlb(copy, copy.length)).not.toThrow()
    expect(() => checkGlb(content, content.length)).toThrow('Draco')
    expect(await bytesAt(file?.url)).toEqual(new Uint8Array(content))
  })

  test('says why when it can’t be unpacked; any other model has no copy, and the work goes on', async () => {
    const { files } = await attached({
      'noise.glb': await packed({ changeMesh: (mesh) => mesh.fill(255, 11) }),
      'words.glb': Buffer.from('These are no surfaces.'),
      'plain.glb': plain(),
      'packed.obj': await packed(),
      'last.glb': await packed(),
    })
    expect(files.map(({ model, modelReason, isChecking }) => [model !== null, modelReason, isChecking])).toEqual([
      [false, "The file is damaged or was cut off: a compressed part can't be decoded.", false],
      [false, 'Despite its name, this file is no GLB model.', false],
      [false, null, false],
      [false, null, false],
      [true, null, false],
    ])
  })

  test('a copy that was thrown away is made again', async () => {
    const content = await packed()
    const { id } = await attached({ 'a.glb': content })
    await server.deps.storage.remove({ key: keyOf(content) })
    expect((await reportOf(id, staff))[0]).toMatchObject({ model: null, isChecking: true })
    await done()
    expect((await reportOf(id, staff))[0]?.model).not.toBeNull()
  })

  test('its copy is deleted with the last file of its content', async () => {
    const content = await packed()
    const [first, second] = [await attached({ 'a.glb': content }), await attached({ 'b.glb': content })]
    const remove = async ({ id, files }: typeof first) => {
      const query = { analysisRequestId: id, storedName: files[0]?.storedName ?? '' }
      await server.call('removeReportFile', { token: staff.token, query })
      await waitForJobs(server, 'remove-object')
      return isStored(server.deps.storage, keyOf(content))
    }
    expect(await remove(first)).toBe(true)
    expect(await remove(second)).toBe(false)
  })

  test('files from before models were looked at get their copy within a day', async () => {
    const { id } = await attached({ 'a.GLB': await packed() })
    const { db } = server.deps
    const yesterday = new Date(Date.now() - hours(25))
    await db.updateTable('files').set({ model: null, createdAt: yesterday }).where('analysisId', '=', id).execute()
    expect((await reportOf(id, staff))[0]).toMatchObject({ model: null, isChecking: false })
    await backfillFiles(server.deps)
    await done()
    expect((await reportOf(id, staff))[0]?.model).not.toBeNull()
  })

  test('a customer has the link once the file is published; it is no other grant, and ends after an hour', async () => {
    const { id, customer, files } = await attached({ 'draft.glb': await packed() }, 'false')
    expect(await reportOf(id, customer)).toEqual([])
    await server.call('publishReport', { token: staff.token, body: { analysisRequestId: id } })
    const [file] = await reportOf(id, customer)
    const url = new URL(file?.model?.url ?? '')
    expect((await fetch(url)).status).toBe(200)
    const changed = new URL(url)
    changed.pathname = new URL(files[0]?.url ?? '').pathname
    expect((await fetch(changed)).status).toBe(403)
    server.advance(hours(1))
    expect((await fetch(url)).status).toBe(403)
  })
})
