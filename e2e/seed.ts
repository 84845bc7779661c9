import { randomUUID } from 'node:crypto'
import { type APIRequestContext, expect } from '@playwright/test'
import { type Login, PASSWORD, STAFF } from './users.ts'

const STATUS_NUMBERS = { Approved: 1, Rejected: 2, 'On Hold': 3 } as const
/** A token is valid for ten minutes, and a whole run may take longer. */
const TOKEN_USE_MS = 5 * 60_000
type Standing = keyof typeof STATUS_NUMBERS
type Row = { cognitoUserId: string; email: string }
type Envelope = { message: string; data: unknown }

export type Customer = Login & { fullName: string }
type ReportFile = { name: string; content: string | Uint8Array<ArrayBuffer> }
type MapOfReport = { mapId: string; fileName: string; state: string }
type MeasuredTrial = {
  /** When each was flown, and its map. */
  flights: readonly (readonly [takenOn: string, fileName: string])[]
  plots: object
  /** All that the maps allow without it. */
  traits?: readonly string[]
}
export type SentRequest = { id: string; projectType: string; fileName: string }

/** The data that a test needs first, created through the API, because the screens for it have their own tests. */
export type Seed = ReturnType<typeof createSeed>

export function createSeed(api: APIRequestContext) {
  const tokens = new Map<string, { token: string; freshUntil: number }>()

  const call = async (path: string, options: { as?: Login; method?: 'GET' | 'POST'; data?: unknown } = {}) => {
    const headers = options.as ? { authorization: `Bearer ${await tokenOf(options.as)}` } : {}
    const { method = 'POST', data } = options
    const answer = await api.fetch(`/api${path}`, { method, headers, ...(data === undefined ? {} : { data }) })
    expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true)
    return (await answer.json()) as Envelope
  }
  const tokenOf = async ({ email, password }: Login): Promise<string> => {
    const held = tokens.get(email)
    if (held && held.freshUntil > Date.now()) return held.token
    const { data } = await call('/auth/login', { data: { email, password } })
    const { accessToken } = data as { accessToken: string }
    tokens.set(email, { token: accessToken, freshUntil: Date.now() + TOKEN_USE_MS })
    return accessToken
  }

  /** Signs up, and leaves the address unconfirmed. */
  const register = async (fullName: string): Promise<Customer> => {
    // With a letter: six digits alone would pass for the code in an email.
    const email = `${fullName.toLowerCase().replaceAll(' ', '.')}.x${randomUUID().slice(0, 6)}@example.org`
    await call('/auth/register', { data: { fullName, email, password: PASSWORD } })
    return { fullName, email, password: PASSWORD }
  }
  const mailedCode = async (email: string): Promise<string> => {
    const code = async () => {
      const emails = (await (await api.get('/dev/mail')).text()).split('<article>')
      const sentEmail = emails.find((text) => text.includes(`To ${email},`) && text.includes('confirmation code')) ?? ''
      return /\b\d{6}\b/.exec(sentEmail.split('<pre>')[1] ?? '')?.[0] ?? ''
    }
    await expect.poll(code, { intervals: [50] }).not.toBe('')
    return code()
  }
  /** Signed up and confirmed; not reviewed by staff yet. */
  const createPending = async (fullName: string): Promise<Customer> => {
    const person = await register(fullName)
    const confirmationCode = await mailedCode(person.email)
    await call('/auth/confirm-user', { data: { email: person.email, fullName, confirmationCode } })
    return person
  }
  const decide = async (
    { email }: Pick<Customer, 'email'>,
    decision: { status: Standing; projects?: string[]; message?: string; by?: Login },
  ): Promise<void> => {
    const as = decision.by ?? STAFF
    const { data: found } = await call('/admin/searchUsers', { as, data: { searchReq: { email } } })
    const [row] = found as Row[]
    const { projects: projectTypes = [], message } = decision
    await call('/admin/verify-user', {
      as,
      data: {
        userId: row?.cognitoUserId,
        status: STATUS_NUMBERS[decision.status],
        projectTypes,
        ...(message !== undefined && { metadata: { message } }),
      },
    })
  }
  const createCustomer = async (
    fullName: string,
    { status = 'Approved', ...decision }: { status?: Standing; projects?: string[]; message?: string } = {},
  ): Promise<Customer> => {
    const person = await createPending(fullName)
    await decide(person, { status, projects: ['Soybean_Yield_Trial'], ...decision })
    return person
  }

  /** An upload of which nothing has arrived. */
  const startUpload = async (
    as: Customer,
    { projectType = 'Soybean_Yield_Trial', fileName = 'flight.zip', description = '' } = {},
  ) => {
    const details = { fileName: encodeURIComponent(fileName), description, projectType }
    const { data } = await call('/crop-images/generate-presigned-url/new', {
      as,
      data: { ...details, id: '', totalChunks: 1, reportCategories: ['orthomosaic', 'heatMaps'] },
    })
    return data as { id: string; preSignedUrl: { uploadId: string; preSignedUrls: Record<string, string> } }
  }
  /** A request whose small archive has arrived. */
  const sendRequest = async (
    as: Customer,
    {
      projectType = 'Soybean_Yield_Trial',
      fileName = 'flight.zip',
      description = '',
      content,
    }: { projectType?: string; fileName?: string; description?: string; content?: string | Buffer } = {},
  ): Promise<SentRequest> => {
    const { id, preSignedUrl } = await startUpload(as, { projectType, fileName, description })
    const put = await api.put(preSignedUrl.preSignedUrls[1] ?? '', {
      data: Buffer.isBuffer(content) ? content : Buffer.from(content ?? `Photos of ${fileName}`),
    })
    const etag = put.headers()['etag']
    await call(`/crop-images/complete?uploadId=${preSignedUrl.uploadId}&analysisRequestId=${id}`, {
      as,
      data: [{ partNumber: 1, etag }],
    })
    return { id, projectType, fileName }
  }
  const changeStatus = async (
    { id }: SentRequest,
    fileStatus: 'PENDING' | 'UNDER_REVIEW' | 'REJECTED',
    message?: string,
  ): Promise<void> => {
    const data = { analysisRequestId: id, fileStatus, ...(message !== undefined && { message }) }
    await call('/admin/updateRequestStatus', { as: STAFF, data })
  }
  const publishReport = async (
    { id, projectType }: SentRequest,
    files: (string | ReportFile)[],
    remarks = '',
  ): Promise<void> => {
    const form = new FormData()
    form.set('projectType', projectType)
    form.set('description', remarks)
    for (const file of files) {
      const { name, content } = typeof file === 'string' ? { name: file, content: `Values of ${file}` } : file
      form.append('file', new File([content], name))
    }
    const headers = { authorization: `Bearer ${await tokenOf(STAFF)}` }
    const answer = await api.post(`/api/admin-crop/upload-report?analysisRequestId=${id}`, { headers, multipart: form })
    expect(answer.ok(), await answer.text()).toBe(true)
  }

  /** On a published map, with indices measured on plots. */
  const createTrial = async (as: Customer): Promise<string> => {
    const { data } = await call('/trials', { as, data: { name: 'Field 7' } })
    return (data as { trialId: string }).trialId
  }

  const measureTrial = async (as: Customer, { id }: SentRequest, { flights, plots, traits }: MeasuredTrial) => {
    const read = async () => (await call(`/maps?analysisRequestId=${id}`, { as, method: 'GET' })).data as MapOfReport[]
    await expect.poll(async () => (await read()).filter(({ state }) => state === 'PREPARING').length).toBe(0)
    const maps = await read()
    const trialId = await createTrial(as)
    for (const [takenOn, map] of flights) {
      const orthomosaicMapId = maps.find(({ fileName }) => fileName === map)?.mapId
      await call('/trials/flights', { as, data: { trialId, takenOn, orthomosaicMapId } })
    }
    await call('/trials/plots', { as, data: { trialId, geojson: plots } })
    const settings = { bufferMetres: 0, mask: { method: 'exg' }, ...(traits && { traits }) }
    const { data } = await call('/trials/measure', { as, data: { trialId, ...settings } })
    const { measurementId } = data as { measurementId: string }
    const state = async () => {
      const { data: measurement } = await call(`/trials/measurement?measurementId=${measurementId}`, {
        as,
        method: 'GET',
      })
      return (measurement as { state: string }).state
    }
    await expect.poll(state, { timeout: 120_000 }).toBe('DONE')
    return trialId
  }

  return {
    createTrial,
    measureTrial,
    register,
    createPending,
    createCustomer,
    decide,
    startUpload,
    sendRequest,
    changeStatus,
    publishReport,
  }
}
