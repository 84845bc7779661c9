import { createHash, randomBytes } from 'node:crypto'
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { makeZip } from '#domain/archive/testing/make-zip.ts'
import type { TokenScope } from '#domain/tokens.ts'
import { days, KiB, MiB, minutes } from '#domain/units.ts'
import { OPEN_UPLOADS_MAX } from '#domain/uploads.ts'
import { makeJpeg, makeTiff, xmpOf } from '#imagery/photos/testing/make-photo.ts'
import { codeOf, switchOnFactor } from '#server/testing/server/second-factor.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { startArchive } from '#server/testing/server/uploads.ts'
import { createUser, PASSWORD, type TestUser } from '#server/testing/server/users.ts'
import { type ObservedProxy, openObservedProxy } from './testing/observed-proxy.ts'
import { runUpload } from './testing/run-upload.ts'

const PART = KiB(64)
/** The ZIP overhead of one photo. */
const ZIP_BYTES = 108
const RESUME_HINT = 'What has arrived is kept; run the same command again to resume.'

let folder: string
let proxy: ObservedProxy
let server: TestServer
let person: TestUser
let archive: string
let content: Buffer

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'skyfurrow-cli-'))
  const opened = await openObservedProxy()
  proxy = opened
  server = await openTestServer({ PUBLIC_URL: opened.url, PART_BYTES: String(PART), CUSTOMER_QUOTA_GIB: '1' })
  opened.pointTo(server.deps.config.port)
})
afterAll(async () => {
  proxy.close()
  await server.close()
  rmSync(folder, { recursive: true })
})
beforeEach(async () => {
  person = await createUser(server, { projectTypes: ['Soybean_Trial', 'Wheat_Nursery'] })
  const photo = { name: 'a.bin', content: randomBytes(5 * PART + 1000 - ZIP_BYTES) }
  content = Buffer.from(makeZip([photo]))
  archive = join(folder, 'Feld Süd.zip')
  writeFileSync(archive, content)
})
const running: ReturnType<typeof runUpload>[] = []
afterEach(() => {
  for (const { child } of running.splice(0)) child.kill('SIGKILL')
  proxy.parts.length = 0
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
    SKYFURROW_SERVER: proxy.url,
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

const makeToken = async (scopes: TokenScope[]) =>
  (await server.call('makeToken', { token: person.token, body: { name: 'Field PC', scopes } })).body.data.token

function uploadWith(token: string) {
  const started = runUpload([archive, '--project', 'soybean trial', '--outputs', 'heatMaps'], {
    SKYFURROW_SERVER: proxy.url,
    SKYFURROW_TOKEN: token,
  })
  running.push(started)
  return started.outcome
}

describe('skyfurrow upload', () => {
  it('needs no login with an API token, and says which scope it lacks', async () => {
    expect(await uploadWith('skyfurrow_of_nobody')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('revoked'),
    })
    const refused = await uploadWith(await makeToken(['read']))
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('uploads:write') })
    expect(await requests()).toEqual([])
    const { code, stderr } = await uploadWith(await makeToken(['uploads:write']))
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    await expectOneRequest()
  })

  it('uploads an archive, verifies it, and logs out', async () => {
    const { code, stdout, stderr } = await upload({ more: ['--description', 'Flight at noon'] }).outcome
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(/^59 %, /m)
    expect(stdout).toMatch(/^Uploaded Feld Süd\.zip \(320\.98 KB\)\.$/m)
    await expectOneRequest()
    expect(await requests()).toMatchObject([
      { description: 'Flight at noon', reportCategories: ['heatMaps', '3dModel'] },
    ])
    await vi.waitFor(async () => expect((await requests())[0]?.receipts).toMatchObject([{ agrees: true }]), 60_000)
    expect((await server.call('listSessions', { token: person.token })).body.data).toHaveLength(1)
  })

  it.each([
    { signal: 'SIGINT', code: 130, stderr: `\nStopped. ${RESUME_HINT}\n` },
    { signal: 'SIGKILL', code: null, stderr: '' },
  ] as const)('resumes after $signal without sending a part again', async ({ signal, ...end }) => {
    const third = proxy.hold(3)
    const first = upload()
    await third
    first.child.kill(signal)
    expect(await first.outcome).toMatchObject(end)
    expect(proxy.parts).toEqual([1, 2])

    expect(await upload().outcome).toMatchObject({ code: 0, stderr: '' })
    expect(proxy.parts).toEqual([1, 2, 3, 4, 5, 6])
    await expectOneRequest()
  })

  it.each([
    ['an access token', minutes(11)],
    ['a session', days(31)],
  ])('survives the end of %s', async (_what, time) => {
    const third = proxy.hold(3)
    const { outcome } = upload()
    const held = await third
    server.advance(time)
    held.release()
    expect(await outcome).toMatchObject({ code: 0, stderr: '' })
    const { body } = await server.call('logIn', { body: { email: person.email, password: PASSWORD } })
    person = { ...person, token: body.data.accessToken }
    await expectOneRequest()
  })

  it('says what the photos tell of the flight, and with --strict sends nothing that is in doubt', async () => {
    const xmp = xmpOf({ 'drone-dji:RelativeAltitude': '+40.0' })
    const tiff = makeTiff([{ 271: 'DJI', 272: 'FC6310S' }])
    writeFileSync(archive, makeZip([{ name: 'a.jpg', content: makeJpeg({ tiff, xmp }) }]))
    const refused = await upload({ more: ['--strict'] }).outcome
    expect(refused.code).toBe(1)
    expect(refused.stdout).toContain('DJI FC6310S, 40 m high.\n')
    expect(refused.stderr).toContain('Problem: There is 1 photo.')
    expect(refused.stderr).toContain('Problem: No photo has a position.')
    expect(refused.stderr).toMatch(/Nothing was sent, because of what was found above\./)
    expect(await requests()).toEqual([])
    expect(await upload().outcome).toMatchObject({ code: 0 })
    expect(await requests()).toHaveLength(1)
  })

  it('takes the height of a flight whose photos do not say it, and sends it along', async () => {
    const xmp = xmpOf({ 'drone-dji:GimbalPitchDegree': '-90.00' })
    writeFileSync(archive, makeZip([{ name: 'a.jpg', content: makeJpeg({ xmp }) }]))
    for (const height of ['high', '0', '501'])
      expect(await upload({ more: ['--height', height] }).outcome).toMatchObject({
        code: 2,
        stderr: expect.stringContaining(`--height is the height above the ground in metres, 1 to 500, not ${height}.`),
      })
    const { code, stdout } = await upload({ more: ['--height', '40.5'] }).outcome
    expect(code).toBe(0)
    expect(stdout).toContain('41 m high')
    const [request] = await requests()
    const query = { analysisRequestId: request?.analysisRequestId ?? '' }
    const flight = await server.call('getFlight', { token: person.token, query })
    expect(flight.body.data.answers).toEqual({ heightMetres: 40.5, controlPointsEpsg: [] })
  })

  it('retries after a lost connection', async () => {
    const third = proxy.hold(3)
    const { outcome } = upload()
    const held = await third
    held.cut()
    const { code, stdout } = await outcome
    expect(code).toBe(0)
    expect(stdout).toContain('Connection lost - trying again\n')
    expect(proxy.parts).toEqual([1, 2, 3, 4, 5, 6])
    await expectOneRequest()
  })

  it('resumes while the server still waits on a dead connection, which it then aborts', async () => {
    const third = proxy.hold(3)
    const { outcome } = upload()
    const stale = (await third).strand()
    expect(await outcome).toMatchObject({ code: 0, stderr: '' })
    expect(await stale).toBe(409)
    expect(proxy.parts).toEqual([1, 2, 3, 4, 5, 6])
    await expectOneRequest()
  })

  it('stops if the file has changed', async () => {
    const third = proxy.hold(3)
    const { outcome } = upload()
    const held = await third
    appendFileSync(archive, 'more')
    held.cut()
    const { code, stderr } = await outcome
    expect(code).toBe(1)
    expect(stderr).toMatch(/^Feld Süd\.zip was changed, moved or removed while it was being sent\./)
    expect(await requests()).toEqual([])
  })

  it('reports too many unfinished uploads instead of waiting', async () => {
    for (let count = 0; count < OPEN_UPLOADS_MAX; count += 1)
      await startArchive(server, person, { content, start: { fileName: `${count}.zip` } })
    const { code, stderr } = await upload().outcome
    expect(code).toBe(1)
    expect(stderr).toMatch(/^You have 5 unfinished uploads\./)
  })

  it('reports a file that exceeds the quota', async () => {
    for (const fileSize of [MiB(600), MiB(424) - KiB(100)])
      await startArchive(server, person, { content, start: { fileSize, fileName: 'large.zip' } })
    const { code, stderr } = await upload().outcome
    expect(code).toBe(1)
    expect(stderr).toMatch(
      /^This file needs 320\.98 KB, but you have 100\.00 KB left \(1023\.90 MB of 1\.00 GB used\)\. Remove an unfinished upload, or ask us for more space\.( Most of it: [^\n]+)?\n/,
    )
  })

  it('reports why an account may not upload', async () => {
    person = await createUser(server, { status: 'PENDING' })
    const { code, stderr } = await upload().outcome
    expect(code).toBe(1)
    expect(stderr).toMatch(/^Your account is waiting for approval\./)
  })
})

async function expectNothingStarted(): Promise<void> {
  expect((await server.call('listOpenUploads', { token: person.token })).body.data).toEqual([])
}

describe('skyfurrow upload, before anything is sent', () => {
  it('prints the contents of the archive, and its problems in one line', async () => {
    const first = await upload({ password: 'Wrong-2026!' }).outcome
    expect(first.stdout).toBe('Feld Süd.zip: No photos, 1 file, 320.87 KB unpacked.\n')
    writeFileSync(archive, makeZip([{ name: '../a.jpg', content: content.subarray(0, 100), flags: 1 }]))
    const { stderr } = await upload({ password: 'Wrong-2026!' }).outcome
    expect(stderr.split('\n', 1)[0]).toBe(
      "Warning: This archive is password-protected, so we can't open it. " +
        "1 entry has a path outside the archive's folder.",
    )
  })

  it('reports a wrong password', async () => {
    const { code, stderr } = await upload({ password: 'Wrong-2026!' }).outcome
    expect(code).toBe(1)
    expect(stderr).toMatch(/^Incorrect email or password\.\nNothing was sent\./)
    await expectNothingStarted()
  })

  it('accepts the code of a second factor, and reports when it needs one', async () => {
    const { key, recoveryCodes } = await switchOnFactor(server, person)
    const usedCode = codeOf(server, key)
    const refused = await upload().outcome
    expect(refused.code).toBe(2)
    expect(refused.stderr.split('\n', 1)[0]).toBe(
      'Your account needs a code, and there is no terminal to ask for it. Set SKYFURROW_CODE to a code from your authenticator app, or to a recovery code.',
    )
    const used = await upload({ factorCode: usedCode }).outcome
    expect(used.code).toBe(1)
    expect(used.stderr).toMatch(/^This code is wrong or was already used/)
    expect(await upload({ factorCode: recoveryCodes[0] ?? '' }).outcome).toMatchObject({ code: 0, stderr: '' })
    await expectOneRequest()
  })

  it('lists the assigned projects', async () => {
    const { code, stderr } = await upload({ project: 'Barley' }).outcome
    expect(code).toBe(2)
    expect(stderr).toContain(
      'The project Barley is not assigned to you. Yours are:\n  Soybean Trial\n  Wheat Nursery\n',
    )
    await expectNothingStarted()
  })

  it('lists the outputs', async () => {
    const { code, stderr } = await upload({ outputs: 'heatMaps,gold' }).outcome
    expect(code).toBe(2)
    expect(stderr).toContain('Unknown output: gold. Choose from:\n  orthomosaic ')
  })

  it('reports a missing file', async () => {
    archive = join(folder, 'none.zip')
    const { code, stderr } = await upload().outcome
    expect(code).toBe(2)
    expect(stderr).toContain(`There is no file ${archive}. Check the path.\n`)
  })

  it('prints its usage', async () => {
    const { code, stdout } = await upload({ more: ['--help'] }).outcome
    expect(code).toBe(0)
    expect(stdout).toMatch(/^skyfurrow upload <archive> --project <name> --outputs <id,id…>\n/)
  })
})
