import { expect, it } from 'vitest'
import { displayFileName } from '#domain/file-names.ts'
import { hours, MiB } from '#domain/units.ts'
import {
  actionsOn,
  carries,
  later,
  NOW,
  newKey,
  put,
  type StorageUnderTest,
} from '#server/testing/doubles/storage-under-test.ts'

/** What signed links open, and what they refuse. */
export function signedUrlsContract(under: () => StorageUnderTest): void {
  const { first, second, whole, start, partUrl, send, storeWhole, downloadUrl, download } = actionsOn(under)

  it('refuses a part of another length than the one its link was signed for', async () => {
    const upload = await start()
    const url = await partUrl(upload, 1, second.length)
    for (const body of [second.subarray(1), Buffer.concat([second, Buffer.from('x')])])
      expect((await put(url, body)).ok).toBe(false)
    expect(await under().storage.listParts(upload)).toEqual([])
    expect((await put(url, second)).status).toBe(200)
  })

  it('refuses links that have expired', async () => {
    const upload = await storeWhole()
    const fresh = await start()
    under().setNow(later(-hours(2)))
    const expiresAt = later(-hours(1))
    const stalePart = await under().storage.signPart({ ...fresh, partNumber: 1, expiresAt, maxBytes: MiB(6) })
    const staleDownload = await under().storage.signDownload({ key: upload.key, fileName: 'a.zip', expiresAt })
    under().setNow(NOW)
    expect((await put(stalePart, second)).status).toBe(403)
    expect((await fetch(staleDownload)).status).toBe(403)
    expect(await under().storage.listParts(fresh)).toEqual([])
  })

  it('refuses links used for another method', async () => {
    const upload = await storeWhole()
    const fresh = await start()
    const part = await partUrl(fresh, 1)
    for (const method of ['GET', 'POST', 'DELETE', 'PATCH'])
      expect((await fetch(part, { method })).status).toBeOneOf([400, 403, 405])
    const object = await downloadUrl(upload)
    for (const method of ['POST', 'DELETE', 'PATCH'])
      expect((await fetch(object, { method })).status).toBeOneOf([403, 405])
    expect((await put(object, second)).status).toBe(403)
    expect(await carries(await download(upload), whole)).toBe(true)
  })

  it('refuses links of which anything was changed', async () => {
    const upload = await storeWhole()
    const fresh = await start()
    const part = await partUrl(fresh, 1, second.length)
    const object = await downloadUrl(upload)
    for (const url of tamperedWith(part, (await start()).key))
      expect({ url, ok: (await put(url, second)).ok }).toEqual({ url, ok: false })
    for (const url of tamperedWith(object, (await storeWhole()).key))
      expect({ url, ok: (await fetch(url)).ok }).toEqual({ url, ok: false })
    expect(await under().storage.listParts(fresh)).toEqual([])
    expect((await put(part, second)).status).toBe(200)
  })

  it('serves single ranges across parts, and says when there is none', async () => {
    const upload = await storeWhole()
    const size = whole.length
    const seam = first.length
    for (const [range, from, to] of [
      ['bytes=0-0', 0, 1],
      [`bytes=${seam - 3}-${seam + 2}`, seam - 3, seam + 3],
      [`bytes=${seam}-`, seam, size],
      ['bytes=-5', size - 5, size],
      [`bytes=${size - 1}-${size + 500}`, size - 1, size],
    ] as const) {
      const answer = await download(upload, { range })
      expect({ range, status: answer.status }).toEqual({ range, status: 206 })
      expect(answer.headers.get('content-range')).toBe(`bytes ${from}-${to - 1}/${size}`)
      expect(answer.headers.get('content-length')).toBe(String(to - from))
      expect(await carries(answer, whole.subarray(from, to))).toBe(true)
    }
    const beyond = await download(upload, { range: `bytes=${size}-` })
    expect(beyond.status).toBe(416)
    const told = under().lacks?.includes('size of an object beyond its end') ? null : `bytes */${size}`
    expect(beyond.headers.get('content-range')).toBe(told)
  })

  it('goes on with a download only while the object is the same one', async () => {
    const upload = await storeWhole()
    const head = await fetch(await downloadUrl(upload))
    await head.body?.cancel()
    const etag = head.headers.get('etag') ?? ''
    expect(etag).toMatch(/^".+"$/)
    expect(head.headers.get('accept-ranges')).toBe('bytes')
    expect((await download(upload, { range: 'bytes=9-', 'if-range': etag })).status).toBe(206)
    expect((await download(upload, { 'if-none-match': etag })).status).toBe(304)
    if (under().lacks?.includes('if-range')) return
    const changed = await download(upload, { range: 'bytes=9-', 'if-range': '"another"' })
    expect(changed.status).toBe(200)
    expect(await carries(changed, whole)).toBe(true)
  })

  it('keeps odd file names, in the link and in the download', async () => {
    for (const fileName of UNUSUAL_NAMES) {
      const upload = await start(newKey(fileName))
      const parts = [await send(upload, 1, second)]
      await under().storage.completeUpload({ ...upload, parts })
      const url = await downloadUrl(upload, fileName)
      expect(displayFileName(url)).toBe(fileName)
      const answer = await fetch(url)
      expect({ fileName, status: answer.status }).toEqual({ fileName, status: 200 })
      expect(answer.headers.get('content-type')).toBe('application/octet-stream')
      expect(savedName(answer)).toBe(fileName)
      expect(await carries(answer, second)).toBe(true)
    }
  })
}

const UNUSUAL_NAMES = [
  'plot 7 (final) 100%.zip',
  'a+b&c=d;e,f.zip',
  '50%25 off.zip',
  'what?#fragment.zip',
  `it's "quoted".tif`,
  '[brackets]{braces}|^~`!*.zip',
  'champs de blé é.zip',
  '小麦田.zip',
  'תמונות שדה.zip',
  '🌾🚁.zip',
  '..hidden..',
  '%2e%2e%2fetc.zip',
  '長'.repeat(85),
]

function savedName(answer: Response): string | undefined {
  const header = answer.headers.get('content-disposition') ?? ''
  expect(header).toMatch(/^attachment;/)
  const exact = /filename\*=UTF-8''(?<name>[\w!#$&+.^`|~%-]+)$/.exec(header)?.groups?.name
  return exact === undefined ? undefined : decodeURIComponent(exact)
}

/** The link with each of its values changed in turn, left out or added to, and with another key. */
function* tamperedWith(link: string, otherKey: string): Generator<string> {
  const { origin, pathname, searchParams } = new URL(link)
  const changed = (change: (query: URLSearchParams) => void): string => {
    const query = new URLSearchParams(searchParams)
    change(query)
    return `${origin}${pathname}?${query.toString()}`
  }
  for (const [name, value] of searchParams) {
    const other = /^\d+$/.test(value)
      ? String(Number(value) + 1)
      : `${value.startsWith('a') ? 'b' : 'a'}${value.slice(1)}`
    yield changed((query) => query.set(name, other))
    yield changed((query) => query.delete(name))
    yield changed((query) => query.append(name, other))
  }
  yield changed((query) => query.append('partNumber', '3'))
  yield `${origin}${pathname}`
  const here = pathname.split('/')
  const there = otherKey.split('/').map(encodeURIComponent)
  yield `${origin}${[...here.slice(0, -there.length), ...there].join('/')}?${searchParams.toString()}`
  yield `${origin}${pathname}x?${searchParams.toString()}`
}
