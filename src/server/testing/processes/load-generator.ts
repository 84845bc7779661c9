import { createHash, randomBytes } from 'node:crypto'
import type { EndpointName } from '#contract/api.ts'
import { PAGE_SIZE_MAX } from '#contract/endpoint.ts'
import type { PresignedUpload } from '#contract/uploads.ts'
import { KiB } from '#domain/units.ts'
import type { Answer, CallOptions } from '../server/test-server.ts'
import { createStaff, createUser, PASSWORD, type Place, type TestUser } from '../server/users.ts'

/** Three parts for a product with parts of 64 KiB. */
const ARCHIVE_BYTES = KiB(150)
/** After this many attempts a call counts as failed. */
const TRIES = 200

export type Tally = {
  calls: number
  /** Descriptions of the unexpected responses. */
  failed: string[]
  /** Acknowledged parts. */
  parts: number
  /** Completed uploads, and their content. */
  archives: { id: string; sha256: string; owner: string }[]
}
export type Load = {
  tally: Tally
  /** Lets every client finish its call. */
  end: () => Promise<void>
}

/** Customers log in, refresh, list and upload, staff list and change requests, each without a pause, until it is stopped. */
export async function startLoad(
  place: Place,
  { customers, staff }: { customers: number; staff: number },
): Promise<Load> {
  const tally: Tally = { calls: 0, failed: [], parts: 0, archives: [] }
  const ending = new AbortController()
  const caller = callWithin(place, tally)
  const lives = [
    ...(await each(customers, () => createUser(place))).map((person) => () => simulateCustomer(caller, person, tally)),
    ...(await each(staff, () => createStaff(place))).map((person) => () => simulateStaff(caller, person)),
  ]
  const running = lives.map(async (live) => {
    while (!ending.signal.aborted) await live()
  })
  return {
    tally,
    end: async () => {
      ending.abort()
      await Promise.all(running)
    },
  }
}

const each = async <T>(count: number, make: () => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, () => make()))

type Caller = {
  call: <Name extends EndpointName>(name: Name, options?: CallOptions<Name>) => Promise<Answer<Name>>
  put: (url: string, body: Buffer) => Promise<string>
}

/** Records every call, and retries a failed one, as any client would. */
function callWithin(place: Place, tally: Tally): Caller {
  const again = async <T>(
    what: string,
    make: () => Promise<{ status: number; said: string; value: T }>,
  ): Promise<T> => {
    for (let tried = 0; tried < TRIES; tried += 1) {
      tally.calls += 1
      const { status, said, value } = await make().catch((error: Error) => {
        const { cause } = error
        return { status: 0, said: cause instanceof Error ? cause.message : error.message, value: undefined }
      })
      if (status === 200 && value !== undefined) return value
      tally.failed.push(`${what}: ${status} ${said}`)
    }
    throw new Error(`${what} was tried ${TRIES} times: ${tally.failed.at(-1)}`)
  }
  return {
    call: (name, options) =>
      again(name, async () => {
        const answer = await place.call(name, options)
        return { status: answer.status, said: answer.body.message, value: answer }
      }),
    put: (url, body) =>
      again('part', async () => {
        const response = await fetch(url, { method: 'PUT', body: new Uint8Array(body) })
        const said = await response.text()
        return { status: response.status, said, value: (response.headers.get('etag') ?? '').replaceAll('"', '') }
      }),
  }
}

async function simulateCustomer({ call, put }: Caller, person: TestUser, tally: Tally): Promise<void> {
  const { body: session } = await call('logIn', { body: { email: person.email, password: PASSWORD } })
  const { body: fresh } = await call('refreshSession', { body: { refreshToken: session.data.refreshToken } })
  const token = fresh.data.accessToken
  await call('listMyAnalyses', { token })
  const content = randomBytes(ARCHIVE_BYTES)
  const { body } = await call('startUpload', {
    token,
    body: {
      fileName: 'flight.zip',
      description: '',
      projectType: 'Soybean_Trial',
      id: '',
      totalChunks: 3,
      reportCategories: ['orthomosaic'],
      fileSize: content.length,
    },
  })
  const query = { uploadId: body.data.preSignedUrl.uploadId, analysisRequestId: body.data.id }
  await call('resumeUpload', { token, query })
  const receipts = await sendAll({ slots: body.data, content, put, tally })
  await call('completeUpload', { token, query, body: receipts })
  const sha256 = createHash('sha256').update(content).digest('hex')
  tally.archives.push({ id: body.data.id, sha256, owner: person.email })
  await call('logOut', { body: { refreshToken: fresh.data.refreshToken } })
}

type Sending = { slots: PresignedUpload; content: Buffer; put: Caller['put']; tally: Tally }

/** All parts concurrently, so that several processes receive parts of one upload. */
const sendAll = ({ slots, content, put, tally }: Sending) =>
  Promise.all(
    Object.entries(slots.preSignedUrl.preSignedUrls).map(async ([number, url]) => {
      const partNumber = Number(number)
      const start = (partNumber - 1) * slots.partSize
      const etag = await put(url, content.subarray(start, start + slots.partSize))
      tally.parts += 1
      return { partNumber, etag }
    }),
  )

async function simulateStaff({ call }: Caller, { token }: TestUser): Promise<void> {
  const { body } = await call('listAllAnalyses', { token, query: { first: 'PENDING' } })
  const waiting = body.data.find(({ status }) => status === 'PENDING')
  if (!waiting) return
  const { analysisRequestId } = waiting
  await call('changeStatus', { token, body: { analysisRequestId, fileStatus: 'UNDER_REVIEW' } })
}

/** Downloads every archive; resolves to the number of wrong or missing ones. */
export async function countLost(place: Place, { archives }: Tally): Promise<number> {
  let lost = 0
  for (const [email, mine] of Map.groupBy(archives, ({ owner }) => owner)) {
    const urls = await linksOf(place, email)
    for (const { id, sha256 } of mine) {
      const url = urls.get(id)
      const found = url && (await (await fetch(url)).bytes())
      if (!found || createHash('sha256').update(found).digest('hex') !== sha256) lost += 1
    }
  }
  return lost
}

async function linksOf(place: Place, email: string): Promise<Map<string, string>> {
  const { body: session } = await place.call('logIn', { body: { email, password: PASSWORD } })
  const links = new Map<string, string>()
  let after: string | null = ''
  while (after !== null) {
    const query = { pageSize: String(PAGE_SIZE_MAX), ...(after === '' ? {} : { after }) }
    const page: Answer<'listMyAnalyses'> = await place.call('listMyAnalyses', {
      token: session.data.accessToken,
      query,
    })
    for (const { analysisRequestId, fileUrls } of page.body.data) links.set(analysisRequestId, fileUrls[0] ?? '')
    after = page.body.next
  }
  return links
}
