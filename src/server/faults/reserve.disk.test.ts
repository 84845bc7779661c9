import { mkdtempSync, rmSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { MiB, minutes } from '#domain/units.ts'
import { mountSmallDisk, type SmallDisk } from '#server/testing/faults/small-disk.ts'
import { refOf, urlOfPart } from '#server/testing/processes/demo-customer.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { sendParts, startArchive, submitArchive } from '#server/testing/server/uploads.ts'
import { createStaff, createUser, PASSWORD } from '#server/testing/server/users.ts'

/** 5 % of it is the reserve: more than the database allocates at a time. */
const DISK = MiB(400)
const PART = MiB(16)
const content = Buffer.alloc(8 * PART, 'field')

let folder: string
let disk: SmallDisk
let server: TestServer
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'skyfurrow-disk-'))
  disk = await mountSmallDisk(folder, DISK)
  // With the embedded database on the same disk.
  server = await openTestServer({}, { over: { DATA_DIR: folder, PART_BYTES: String(PART) } })
})
afterEach(async () => {
  await server.close()
  await disk.unmount()
  rmSync(folder, { recursive: true })
})

test(
  'F14: parts that fill the disk up to the reserve affect only their sender, who continues when there is space',
  async () => {
    const [staff, person] = [await createStaff(server), await createUser(server)]
    const { analysisRequestId } = await submitArchive(server, person)
    const presigned = (await startArchive(server, person, { content })).body.data
    await writeFile(join(folder, 'ballast'), Buffer.alloc(MiB(250)))

    const put = async (part: number) => {
      const body = new Uint8Array(content.subarray((part - 1) * PART, part * PART))
      return (await fetch(urlOfPart(presigned, part), { method: 'PUT', body })).status
    }
    let sent = 0
    while ((await put(sent + 1)) === 200) sent += 1
    expect(sent).toBeGreaterThan(0)
    expect(sent).toBeLessThan(8)
    const other = startArchive(server, person, { content, start: { fileName: 'other.zip' } })
    expect(await other).toMatchObject({ status: 507, body: { message: 'Storage is full. Try again later.' } })

    for (let times = 0; times < 20; times += 1) {
      const login = await server.call('logIn', { body: { email: person.email, password: PASSWORD } })
      expect(login.status).toBe(200)
      const { refreshToken } = login.body.data
      expect((await server.call('refreshSession', { body: { refreshToken } })).status).toBe(200)
    }
    const change = { analysisRequestId, fileStatus: 'UNDER_REVIEW' } as const
    expect((await server.call('changeStatus', { token: staff.token, body: change })).status).toBe(200)
    expect((await server.call('listMyAnalyses', { token: person.token })).status).toBe(200)
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
    expect(await put(sent + 1)).toBe(507)

    await rm(join(folder, 'ballast'))
    const call = { token: person.token, query: refOf(presigned) }
    const resumed = (await server.call('resumeUpload', call)).body.data
    expect(resumed.received).toHaveLength(sent)
    const body = await sendParts(resumed, content)
    expect(await server.call('completeUpload', { ...call, body })).toMatchObject({ status: 200 })
  },
  minutes(3),
)
