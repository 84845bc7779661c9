// Photos of the app Field Book 7 (BrAPIServiceV2): the row of each, then its file, each again when no answer came.
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { GiB, MiB } from '#domain/units.ts'
import { type BrapiField, brapiClient, brapiField } from '#server/testing/server/brapi-clients.ts'
import { offer } from '#server/testing/server/fixtures.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { addMember, createUser, type TestUser } from '#server/testing/server/users.ts'

let server: TestServer
let field: BrapiField
let phone: ReturnType<typeof clientOf>
beforeAll(async () => {
  server = await openTestServer()
})
beforeEach(async () => {
  field = await brapiField(server)
  phone = clientOf(field.token)
})
afterAll(() => server.close())

const clientOf = (token: string) => {
  const headers = { accept: 'application/json', 'content-type': 'application/json', 'user-agent': 'okhttp/4.12.0' }
  return brapiClient(server, { ...headers, authorization: `Bearer ${token}` })
}
type Phone = ReturnType<typeof clientOf>

const TIME = '2026-07-01T21:30:05.123-05:00'
const photo = (plot: number, fileName = `plot_${plot}.jpg`) => ({
  additionalInfo: {},
  copyright: '2026',
  description: null,
  descriptiveOntologyTerms: ['photo'],
  externalReferences: [{ referenceID: '7', referenceId: '7', referenceSource: 'Field Book Upload' }],
  imageFileName: fileName,
  imageFileSize: 4_000_000,
  imageHeight: 3000,
  imageName: fileName,
  imageTimeStamp: TIME,
  imageWidth: 4000,
  mimeType: 'image/jpeg',
  observationUnitDbId: `${field.studyDbId}:${plot}`,
})
const announce = (by: Phone, sent: ReturnType<typeof photo>) =>
  by.list('images', { method: 'POST', body: JSON.stringify([sent]) })
const idOf = async (by: Phone, sent: ReturnType<typeof photo>) =>
  String((await announce(by, sent)).result.data[0]?.['imageDbId'])
const sendFile = (by: Phone, id: string, body: Buffer) =>
  by.one(`images/${id}/imagecontent`, { method: 'PUT', headers: { 'content-type': 'image/*' }, body })
const download = (id: string, token = field.token) =>
  fetch(`${server.url}/brapi/v2/images/${id}/imagecontent`, { headers: { authorization: `Bearer ${token}` } })
const listed = async (by: Phone) => (await by.list(`images?studyDbId=${field.studyDbId}`)).result.data

const SECRET = 'Of Ada at the north gate'
/** As phones save them: on their side, with place and owner. */
const jpeg = (background = '#386', width = 3000, height = 2000) =>
  sharp({ create: { width, height, channels: 3, background } })
    .withExif({
      IFD0: { Artist: SECRET },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '44/1 12/1 0/1', GPSLongitudeRef: 'W', GPSLongitude: '95/1 30/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
const isThere = (bytes: Buffer) => [bytes.includes('Exif'), bytes.includes(SECRET)]

describe('a phone sends a photo of a plot', () => {
  test('first its row, then its file; each is answered with the row, and is the same when it comes again', async () => {
    const sent = photo(1)
    const first = await announce(phone, sent)
    const { imageFileName, imageName, imageTimeStamp, observationUnitDbId } = sent
    const row = { imageFileName, imageName, imageTimeStamp, observationUnitDbId, imageDbId: expect.any(String) }
    expect([first.status, first.result.data]).toMatchObject([200, [row]])
    expect(first.result.data[0]).not.toHaveProperty('imageURL')
    const id = String(first.result.data[0]?.['imageDbId'])
    expect((await download(id)).status).toBe(404)
    const again = await Promise.all([announce(phone, sent), announce(phone, sent)])
    expect(again.map(({ result }) => result.data)).toEqual([first.result.data, first.result.data])

    const file = await jpeg()
    const saved = await sendFile(phone, id, file)
    const url = `${server.url}/brapi/v2/images/${id}/imagecontent`
    const content = { imageURL: url, imageWidth: 1365, imageHeight: 2048, mimeType: 'image/webp' }
    expect([saved.status, saved.result]).toMatchObject([200, { ...row, imageDbId: id, ...content }])
    expect((await sendFile(phone, id, file)).result).toEqual(saved.result)
    expect((await announce(phone, sent)).result.data).toEqual([saved.result])
    expect(await listed(phone)).toEqual([saved.result])

    const actions = server.deps.db
      .selectFrom('audit')
      .select('action')
      .where('subject', '=', `trial:${field.studyDbId}`)
    const photos = (await actions.execute()).map(({ action }) => action).filter((action) => action.includes('photo'))
    expect(photos).toEqual(['trial.photos-added', 'trial.photo-saved'])
  })

  test('it comes back as a WebP without Exif, upright, and never runs', async () => {
    const file = await jpeg()
    expect(isThere(file)).toEqual([true, true])
    const id = await idOf(phone, photo(1))
    const { result } = await sendFile(phone, id, file)
    const answer = await download(id)
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('x-content-type-options')]).toEqual([
      200,
      'image/webp',
      'nosniff',
    ])
    const bytes = Buffer.from(await answer.arrayBuffer())
    const { format, width, height, exif, xmp, icc, orientation } = await sharp(bytes).metadata()
    expect([format, width, height, bytes.length]).toEqual(['webp', 1365, 2048, result['imageFileSize']])
    expect([exif, xmp, icc, orientation, ...isThere(bytes)]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      false,
      false,
    ])
  })

  test('edited ones replace it: their names by its id, and their file', async () => {
    const id = await idOf(phone, photo(1))
    const before = await sendFile(phone, id, await jpeg())
    const put = (sent: ReturnType<typeof photo>) =>
      phone.one(`images/${id}`, { method: 'PUT', body: JSON.stringify(sent) })
    const renamed = await put({ ...photo(1), imageName: 'Rust' })
    expect([renamed.status, renamed.result]).toEqual([200, { ...before.result, imageName: 'Rust' }])
    const other = await put(photo(2))
    expect([other.status, other.result]).toEqual([
      400,
      expect.stringContaining(`This photo is of ${field.studyDbId}:1`),
    ])
    await announce(phone, photo(1, 'second.jpg'))
    const taken = await put(photo(1, 'second.jpg'))
    expect([taken.status, taken.result]).toEqual([409, expect.stringContaining('another photo of this plot')])
    const edited = await sendFile(phone, id, await jpeg('#a31', 400, 300))
    expect(edited.result).toMatchObject({ imageDbId: id, imageName: 'Rust', imageWidth: 300, imageHeight: 400 })
  })

  test('others of the plot, and those of other plots, are found by what they are asked for', async () => {
    const [one, two, other] = [
      await idOf(phone, photo(1)),
      await idOf(phone, photo(1, 'b.jpg')),
      await idOf(phone, photo(2)),
    ]
    const found = async (query: string) =>
      (await phone.list(`images?${query}`)).result.data.map(({ imageDbId }) => imageDbId)
    expect(await found(`studyDbId=${field.studyDbId}`)).toEqual([one, two, other])
    expect(await found(`studyDbId=${field.studyDbId}&page=1&pageSize=2`)).toEqual([other])
    expect(await found(`observationUnitDbId=${field.studyDbId}:1`)).toEqual([one, two])
    expect(await found(`observationUnitDbId=${field.studyDbId}:1&imageFileName=b.jpg`)).toEqual([two])
    expect(await found(`observationUnitDbId=${field.studyDbId}:1&mimeType=image/jpeg`)).toEqual([])
    expect((await phone.one(`images/${other}`)).result).toMatchObject({ imageDbId: other })
    const body = JSON.stringify({ imageDbIds: [two] })
    const { result } = await phone.one('search/images', { method: 'POST', body })
    const results = await phone.list(`search/images/${result['searchResultsDbId'] as string}`)
    expect(results.result.data).toMatchObject([{ imageDbId: two }])
  })
})

describe('what is refused, and then not kept', () => {
  test.each([
    ['no picture', Buffer.from('no picture')],
    ['nothing', Buffer.alloc(0)],
    ['markup', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script/></svg>')],
    ['the beginning of a PNG', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
  ])('%s', async (_what, body) => {
    const id = await idOf(phone, photo(1))
    const { status, result } = await sendFile(phone, id, body)
    expect([status, result]).toEqual([400, expect.stringContaining('This is no picture that can be read')])
    expect((await download(id)).status).toBe(404)
  })

  test('half of a photo', async () => {
    const id = await idOf(phone, photo(1))
    const file = await jpeg()
    expect((await sendFile(phone, id, file.subarray(0, file.length / 2))).status).toBe(400)
  })

  test('a file of more than 15 MB, and a picture of too many pixels', async () => {
    const id = await idOf(phone, photo(1))
    const large = await sendFile(phone, id, Buffer.alloc(MiB(15) + 1))
    expect([large.status, large.result]).toEqual([413, expect.stringContaining('The body is too large')])
    const create = { width: 16_000, height: 16_000, channels: 3 as const, background: '#000' }
    const bomb = await sharp({ create }).png({ compressionLevel: 9 }).toBuffer()
    expect(bomb.length).toBeLessThan(MiB(15))
    expect((await sendFile(phone, id, bomb)).status).toBe(400)
    expect((await download(id)).status).toBe(404)
  })

  test('a photo of no plot, and one without a name', async () => {
    const none = await announce(phone, photo(9))
    expect([none.status, none.result]).toEqual([400, expect.stringContaining(':9’ is no plot of this study')])
    const { imageName: _name, imageFileName: _file, ...nameless } = photo(1)
    const refused = await phone.list('images', { method: 'POST', body: JSON.stringify([nameless]) })
    expect([refused.status, refused.result]).toEqual([400, expect.stringContaining('This photo has no name')])
    expect(await listed(phone)).toEqual([])
  })

  test('JSON in place of a file, and a file in place of JSON', async () => {
    const id = await idOf(phone, photo(1))
    const json = await phone.one(`images/${id}/imagecontent`, { method: 'PUT', body: '{}' })
    expect([json.status, json.result]).toEqual([415, expect.stringContaining('content-type: image/*')])
    const file = await phone.list('images', { method: 'POST', headers: { 'content-type': 'image/*' }, body: '[]' })
    expect([file.status, file.result]).toEqual([415, expect.stringContaining('The body must be JSON')])
  })

  test('more than 20,000 of a trial', async () => {
    const { db, now } = server.deps
    const made = Array.from({ length: 2000 }, (_, at) => at)
    for (let part = 0; part < 10; part += 1) {
      const rows = made.map((at) => ({
        plotId: '1',
        name: 'a',
        fileName: `${part}-${at}`,
        takenAt: null,
        authorId: null,
      }))
      const values = rows.map((row) => ({
        ...row,
        id: `${field.studyDbId}-${row.fileName}`,
        trialId: field.studyDbId,
        madeAt: now(),
      }))
      await db.insertInto('plotImages').values(values).execute()
    }
    const refused = await announce(phone, photo(1))
    expect([refused.status, refused.result]).toEqual([409, expect.stringContaining('at most 20,000 photos')])
  })

  test('one for which the account has no room; the others count, and go with their trial', async () => {
    const used = async () => (await server.call('getMyStorage', { token: field.owner.token })).body.data.usedBytes
    const before = await used()
    const id = await idOf(phone, photo(1))
    const { result } = await sendFile(phone, id, await jpeg())
    expect(await used()).toBe(before + Number(result['imageFileSize']))
    const parts = (await server.call('getStorageByProject', { token: field.owner.token })).body.data
    expect(parts.find(({ kind }) => kind === 'plot-images')).toMatchObject({ count: 1, bytes: result['imageFileSize'] })

    server.deps.config.customerQuotaBytes = (await used()) - 1000
    const full = await sendFile(phone, id, await jpeg('#222'))
    server.deps.config.customerQuotaBytes = GiB(100)
    expect([full.status, full.result]).toEqual([413, expect.stringContaining('Your storage is full')])
    expect((await phone.one(`images/${id}`)).result).toEqual(result)

    await server.deps.db.deleteFrom('trials').where('id', '=', field.studyDbId).execute()
    expect((await download(id)).status).toBe(404)
    expect(await server.deps.db.selectFrom('plotImages').select('id').where('id', '=', id).execute()).toEqual([])
  })
})

const tokenOf = async (person: TestUser, scopes: ('brapi' | 'read')[] = ['brapi']) =>
  (await server.call('makeToken', { token: person.token, body: { name: 'Phone', scopes } })).body.data
/** What each call of a phone is answered with. */
async function statusesOf(token: string, id: string): Promise<number[]> {
  const by = clientOf(token)
  const change = await by.one(`images/${id}`, { method: 'PUT', body: JSON.stringify(photo(1)) })
  const file = await sendFile(by, id, await jpeg('#111', 40, 30))
  return [(await announce(by, photo(3))).status, change.status, file.status, (await download(id, token)).status]
}
const shared = (partner: TestUser, role: 'editor' | 'viewer') =>
  offer(server, { trialId: field.studyDbId, email: partner.email, role, accountId: partner.id })

describe('who sends and sees photos', () => {
  test('nobody of another account; viewers and partners who may read see them', async () => {
    const id = await idOf(phone, photo(1))
    await sendFile(phone, id, await jpeg())
    const stranger = await createUser(server)
    expect(await statusesOf((await tokenOf(stranger)).token, id)).toEqual([404, 404, 404, 404])
    const other = clientOf((await tokenOf(stranger)).token)
    expect(await listed(other)).toEqual([])
    // Nothing is decoded for them.
    expect((await sendFile(other, id, Buffer.from('no picture'))).status).toBe(404)
    const [editor, reader] = [await createUser(server), await createUser(server)]
    await shared(reader, 'viewer')
    expect(await statusesOf((await tokenOf(reader)).token, id)).toEqual([409, 409, 409, 200])
    const unchanged = await listed(phone)
    expect(unchanged).toMatchObject([{ imageDbId: id, imageWidth: 1365 }])
    await shared(editor, 'editor')
    expect(await statusesOf((await tokenOf(editor)).token, id)).toEqual([200, 200, 200, 200])

    const viewer = await createUser(server)
    await addMember(server, { accountId: field.owner.id, person: viewer, role: 'viewer' })
    expect(await statusesOf(viewer.token, id)).toEqual([403, 403, 403, 200])
    const reads = await tokenOf(field.owner, ['read'])
    expect(await statusesOf(reads.token, id)).toEqual([403, 403, 403, 200])
  })

  test('a token that was revoked neither sends nor sees them', async () => {
    const id = await idOf(phone, photo(1))
    const { token, tokenId } = await tokenOf(field.owner)
    expect(await statusesOf(token, id)).toEqual([200, 200, 200, 200])
    await server.call('revokeToken', { token: field.owner.token, query: { tokenId } })
    expect(await statusesOf(token, id)).toEqual([401, 401, 401, 401])
  })
})
