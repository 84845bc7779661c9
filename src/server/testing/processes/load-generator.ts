import { createHash, randomBytes } from 'node:crypto'
import type { EndpointName } from '#contract/api.ts'
import { PAGE_SIZE_MAX } from '#contract/endpoint.ts'
import type { PresignedUpload } from '#contract/uploads.ts'
import { MiB } from '#domain/units.ts'
import type { Answer, CallOptions } from '../server/test-server.ts'
import { createStaff, createUser, PASSWORD, type TestTarget, type TestUser } from '../server/users.ts'

/** Three parts for a product with parts of 5 MiB, the least of a bucket. */
const ARCHIVE_BYTES = MiB(11)
/** The load generator stops when a call fails this often. */
const ATTEMPTS_MAX = 200

export type Tally = {
  calls: number
  /** Descriptions of failed calls. */
  failed: string[]
  /** Acknowledged parts. */
  parts: number
  /** Completed uploads and the SHA-256 of what was sent. */
  archives: { id: string; sha256: string; owner: string }[]
}
export type Load = {
  tally: Tally
  /** Stops, after every client has finished its call. */
  end: () => Promise<void>
}

/** Customers continuously log in, refresh, list and upload; staff list requests and change their status. */
export async function startLoad(
  place: TestTarget,
  { customers, staff }: { customers: number; staff: number },
): Promise<Load> {
  const tally: Tally = { calls: 0, failed: [], parts: 0, archives: [] }
  const ending = new AbortController()
  const caller = retryingCaller(place, tally)
  const clients = [
    ...(await each(customers, () => createUser(place))).map((person) => () => simulateCustomer(caller, person, tally)),
    ...(await each(staff, () => createStaff(place))).map((person) => () => simulateStaff(caller, person)),
  ]
  const running = clients.map(async (simulate) => {
    while (!ending.signal.aborted) await simulate()
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

/** Records every call, and repeats a failed one as a client would. */
function retryingCaller(place: TestTarget, tally: Tally): Caller {
  const retry = async <T>(
    what: string,
    make: () => Promise<{ status: number; message: string; value: T }>,
  ): Promise<T> => {
    for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
      tally.calls += 1
      const { status, message, value } = await make().catch((error: Error) => {
        const { cause } = error
        return { status: 0, message: cause instanceof Error ? cause.message : error.message, value: undefined }
      })
      if (status === 200 && value !== undefined) return value
      tally.failed.push(`${what}: ${status} ${message}`)
    }
    throw new Error(`${what} failed ${ATTEMPTS_MAX} times: ${tally.failed.at(-1)}`)
  }
  return {
    call: (name, options) =>
      retry(name, async () => {
        const answer = await place.call(name, options)
        return { status: answer.status, message: answer.body.message, value: answer }
      }),
    put: (url, body) =>
      retry('part', async () => {
        const response = await fetch(url, { method: 'PUT', body: new Uint8Array(body) })
        const message = await response.text()
        return { status: response.status, message, value: (response.headers.get('etag') ?? '').replaceAll('"', '') }
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
  const parts = await sendAll({ presigned: body.data, content, put, tally })
  await call('completeUpload', { token, query, body: parts })
  const sha256 = createHash('sha256').update(content).digest('hex')
  tally.archives.push({ id: body.data.id, sha256, owner: person.email })
  await call('logOut', { body: { refreshToken: fresh.data.refreshToken } })
}

type Sending = { presigned: PresignedUpload; content: Buffer; put: Caller['put']; tally: Tally }

/** Sends all parts concurrently. */
const sendAll = ({ presigned, content, put, tally }: Sending) =>
  Promise.all(
    Object.entries(presigned.preSignedUrl.preSignedUrls).map(async ([number, url]) => {
      const partNumber = Number(number)
      const start = (partNumber - 1) * presigned.partSize
      const etag = await put(url, content.subarray(start, start + presigned.partSize))
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

/** Downloads every archive. Returns how many are missing or differ from what was sent. */
export async function countLost(place: TestTarget, { archives }: Tally): Promise<number> {
  let lost = 0
  for (const [email, mine] of Map.groupBy(archives, ({ owner }) => owner)) {
    const urls = await urlsOf(place, email)
    for (const { id, sha256 } of mine) {
      const url = urls.get(id)
      const found = url && (await (await fetch(url)).bytes())
      if (!found || createHash('sha256').update(found).digest('hex') !== sha256) lost += 1
    }
  }
  return lost
}

async function urlsOf(place: TestTarget, email: string): Promise<Map<string, string>> {
  const { body: session } = await place.call('logIn', { body: { email, password: PASSWORD } })
  const urls = new Map<string, string>()
  let after: string | null = ''
  while (after !== null) {
    const query = { pageSize: String(PAGE_SIZE_MAX), ...(after === '' ? {} : { after }) }
    const page: Answer<'listMyAnalyses'> = await place.call('listMyAnalyses', {
      token: session.data.accessToken,
      query,
    })
    for (const { analysisRequestId, fileUrls } of page.body.data) urls.set(analysisRequestId, fileUrls[0] ?? '')
    after = page.body.next
  }
  return urls
}
