import { createHash, randomBytes } from 'node:crypto'
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { makeZip } from '#domain/archive/testing/make-zip.ts'
import { days, KiB, MiB, minutes } from '#domain/units.ts'
import { OPEN_UPLOADS_MAX } from '#domain/uploads.ts'
import { makePerson, PASSWORD, type Person } from '#server/testing/people.ts'
import { codeOf, switchOnFactor } from '#server/testing/second-factor.ts'
import { openTestServer, type TestServer } from '#server/testing/test-server.ts'
import { startArchive } from '#server/testing/uploading.ts'
import { runUpload } from './testing/run-upload.ts'
import { openLine, type WatchedLine } from './testing/watched-line.ts'

const PART = KiB(64)
/** What makes an archive of one photo. */
const ZIP_BYTES = 108
const GO_ON = 'What has arrived is kept; run the same command again to go on.'

let folder: string
let line: WatchedLine
let server: TestServer
let person: Person
let archive: string
let content: Buffer

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'skyfurrow-cli-'))
  const opened = await openLine()
  line = opened
  server = await openTestServer({ PUBLIC_URL: opened.url, PART_BYTES: String(PART), CUSTOMER_QUOTA_GIB: '1' })
  opened.leadTo(server.deps.config.port)
})
afterAll(async () => {
  line.close()
  await server.close()
  rmSync(folder, { recursive: true })
})
beforeEach(async () => {
  person = await makePerson(server, { projectTypes: ['Soybean_Trial', 'Wheat_Nursery'] })
  const photo = { name: 'a.jpg', content: randomBytes(5 * PART + 1000 - ZIP_BYTES) }
  content = Buffer.from(makeZip([photo]))
  archive = join(folder, 'Feld Süd.zip')
  writeFileSync(archive, content)
})
const running: ReturnType<typeof runUpload>[] = []
afterEach(() => {
  for (const { child } of running.splice(0)) child.kill('SIGKILL')
  line.parts.length = 0
})

type Changes = { password?: string; factorCode?: string; project?: string; outputs?: string; more?: string[] }

function upload({
  password = PASSWORD,
  factorCode = '',
  project = 'soybean trial',
  outputs = 'heatMaps,3dModel',
  more = [],
}: Changes = {}) {
  const started = runUpload([archive, '--project', project, '--outputs', outputs, ...more], {
    SKYFURROW_SERVER: line.url,
    SKYFURROW_EMAIL: person.email,
    SKYFURROW_PASSWORD: password,
    SKYFURROW_CODE: factorCode,
  })
  running.push(started)
  return started
}

async function requests() {
  const { body } = await server.call('listMyAnalyses', { token: person.token })
  return body.data
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

async function expectOneRequest(): Promise<void> {
  const [request, ...others] = await requests()
  expect(others).toEqual([])
  expect(request).toMatchObject({ status: 'PENDING', projectType: 'Soybean_Trial', fileSizes: [content.length] })
  const download = Buffer.from(await (await fetch(request?.fileUrls[0] ?? '')).arrayBuffer())
  expect(sha256(download)).toBe(sha256(content))
}

describe('skyfurrow upload', () => {
  it('sends a whole archive, has it compared, and logs out', async () => {
    const { code, printed, complaints } = await upload({ more: ['--description', 'Flight at noon'] }).outcome
    expect({ code, complaints }).toEqual({ code: 0, complaints: '' })
    expect(printed).toMatch(/^59 %, /m)
    expect(printed).toMatch(/^Uploaded Feld Süd\.zip \(320\.98 KB\)\.$/m)
    await expectOneRequest()
    expect(await requests()).toMatchObject([
      { description: 'Flight at noon', reportCategories: ['heatMaps', '3dModel'] },
    ])
    await vi.waitFor(async () => expect((await requests())[0]?.receipts).toMatchObject([{ agrees: true }]), 20_000)
    expect((await server.call('listSessions', { token: person.token })).body.data).toHaveLength(1)
  })

  it.each([
    { signal: 'SIGINT', code: 130, complaints: `\nStopped. ${GO_ON}\n` },
    { signal: 'SIGKILL', code: null, complaints: '' },
  ] as const)('goes on after $signal where it was, sending no part again', async ({ signal, ...end }) => {
    const third = line.hold(3)
    const first = upload()
    await third
    first.child.kill(signal)
    expect(await first.outcome).toMatchObject(end)
    expect(line.parts).toEqual([1, 2])

    expect(await upload().outcome).toMatchObject({ code: 0, complaints: '' })
    expect(line.parts).toEqual([1, 2, 3, 4, 5, 6])
    await expectOneRequest()
  })

  it.each([
    ['an access token', minutes(11)],
    ['a session', days(31)],
  ])('outlives %s', async (_what, time) => {
    const third = line.hold(3)
    const { outcome } = upload()
    const held = await third
    server.advance(time)
    held.release()
    expect(await outcome).toMatchObject({ code: 0, complaints: '' })
    const { body } = await server.call('logIn', { body: { email: person.email, password: PASSWORD } })
    person = { ...person, token: body.data.accessToken }
    await expectOneRequest()
  })

  it('waits out a lost connection', async () => {
    const third = line.hold(3)
    const { outcome } = upload()
    const held = await third
    held.cut()
    const { code, printed } = await outcome
    expect(code).toBe(0)
    expect(printed).toContain('Connection lost - trying again\n')
    expect(line.parts).toEqual([1, 2, 3, 4, 5, 6])
    await expectOneRequest()
  })

  it('goes on beside a connection that the server still thinks alive, which is ended', async () => {
    const third = line.hold(3)
    const { outcome } = upload()
    const stale = (await third).strand()
    expect(await outcome).toMatchObject({ code: 0, complaints: '' })
    expect(await stale).toBe(409)
    expect(line.parts).toEqual([1, 2, 3, 4, 5, 6])
    await expectOneRequest()
  })

  it('refuses to go on with a file that has changed', async () => {
    const third = line.hold(3)
    const { outcome } = upload()
    const held = await third
    appendFileSync(archive, 'more')
    held.cut()
    const { code, complaints } = await outcome
    expect(code).toBe(1)
    expect(complaints).toMatch(/^Feld Süd\.zip was changed, moved or removed while it was being sent\./)
    expect(await requests()).toEqual([])
  })

  it('tells of too many unfinished uploads instead of waiting for their end', async () => {
    for (let count = 0; count < OPEN_UPLOADS_MAX; count += 1)
      await startArchive(server, person, { content, start: { fileName: `${count}.zip` } })
    const { code, complaints } = await upload().outcome
    expect(code).toBe(1)
    expect(complaints).toMatch(/^You have 5 unfinished uploads\./)
  })

  it('tells of a file that is larger than what is left of the space', async () => {
    for (const fileSize of [MiB(600), MiB(424) - KiB(100)])
      await startArchive(server, person, { content, start: { fileSize, fileName: 'large.zip' } })
    const { code, complaints } = await upload().outcome
    expect(code).toBe(1)
    expect(complaints).toMatch(
      /^This file needs 320\.98 KB, but you have 100\.00 KB left \(1023\.90 MB of 1\.00 GB used\)\. Remove an unfinished upload, or ask us for more space\.\n/,
    )
  })

  it('tells an account why it may not upload', async () => {
    person = await makePerson(server, { status: 'PENDING' })
    const { code, complaints } = await upload().outcome
    expect(code).toBe(1)
    expect(complaints).toMatch(/^Your account is waiting for approval\./)
  })
})

async function expectNothingBegun(): Promise<void> {
  expect((await server.call('listOpenUploads', { token: person.token })).body.data).toEqual([])
}

describe('skyfurrow upload, before anything is sent', () => {
  it('tells what is in the archive, and what is wrong with it in one line', async () => {
    const first = await upload({ password: 'Wrong-2026!' }).outcome
    expect(first.printed).toBe('Feld Süd.zip: 1 photo, 320.87 KB unpacked.\n')
    writeFileSync(archive, makeZip([{ name: '../a.jpg', content: content.subarray(0, 100), flags: 1 }]))
    const { complaints } = await upload({ password: 'Wrong-2026!' }).outcome
    expect(complaints.split('\n', 1)[0]).toBe(
      "Warning: This archive is password protected. Staff can't open it. " +
        "1 entry has a path that leads out of the archive's own folder.",
    )
  })

  it('tells of a wrong password', async () => {
    const { code, complaints } = await upload({ password: 'Wrong-2026!' }).outcome
    expect(code).toBe(1)
    expect(complaints).toMatch(/^Incorrect email or password\.\nNothing was sent\./)
    await expectNothingBegun()
  })

  it('takes the code of a second factor, and tells when it needs one', async () => {
    const { key, recoveryCodes } = await switchOnFactor(server, person)
    const refused = await upload().outcome
    expect(refused.code).toBe(2)
    expect(refused.complaints.split('\n', 1)[0]).toBe(
      'Your account asks for a code, and there is no terminal to ask on. Set SKYFURROW_CODE to what your authenticator app shows, or to a recovery code.',
    )
    const used = await upload({ factorCode: codeOf(server, key) }).outcome
    expect(used.code).toBe(1)
    expect(used.complaints).toMatch(/^This code is not correct, or it was used already/)
    expect(await upload({ factorCode: recoveryCodes[0] ?? '' }).outcome).toMatchObject({ code: 0, complaints: '' })
    await expectOneRequest()
  })

  it('names the projects there are', async () => {
    const { code, complaints } = await upload({ project: 'Barley' }).outcome
    expect(code).toBe(2)
    expect(complaints).toContain(
      'The project Barley is not assigned to you. Yours are:\n  Soybean Trial\n  Wheat Nursery\n',
    )
    await expectNothingBegun()
  })

  it('names the outputs there are', async () => {
    const { code, complaints } = await upload({ outputs: 'heatMaps,gold' }).outcome
    expect(code).toBe(2)
    expect(complaints).toContain('Unknown output: gold. There are:\n  orthomosaic ')
  })

  it('tells of a file that is not there', async () => {
    archive = join(folder, 'none.zip')
    const { code, complaints } = await upload().outcome
    expect(code).toBe(2)
    expect(complaints).toContain(`There is no file ${archive}\n`)
  })

  it('explains itself', async () => {
    const { code, printed } = await upload({ more: ['--help'] }).outcome
    expect(code).toBe(0)
    expect(printed).toMatch(/^skyfurrow upload <archive> --project <name> --outputs <id,id…>\n/)
  })
})
