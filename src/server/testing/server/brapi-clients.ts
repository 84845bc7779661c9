// Calls to the Breeding API as real programs build them: an address, headers and a body of their own.
import { request } from 'node:http'
import type { TestServer } from './test-server.ts'
import { createUser, type TestUser } from './users.ts'

type Metadata = {
  datafiles: unknown[]
  status: { message: string; messageType: string }[]
  pagination: { currentPage: number; pageSize: number; totalCount: number; totalPages: number }
}
export type Row = Record<string, unknown>
type Read<Result> = { status: number; contentType: string; metadata: Metadata; result: Result }
type Sent = { method?: string; headers?: Record<string, string>; body?: string | Buffer | undefined }

/** Sends a body with a GET, too, as `fetch` does not. */
export function brapiClient({ url }: TestServer, defaults: Record<string, string>) {
  const call = <Result>(path: string, { method = 'GET', headers = {}, body }: Sent = {}): Promise<Read<Result>> =>
    new Promise((resolve, reject) => {
      const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
      const options = { method, headers: { ...defaults, ...headers, ...length } }
      const sent = request(`${url}/brapi/v2/${path}`, options, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () => {
          const answer: unknown = JSON.parse(Buffer.concat(chunks).toString())
          const read = typeof answer === 'string' ? { result: answer } : (answer as object)
          const { statusCode: status = 0, headers: answered } = response
          resolve({ status, contentType: answered['content-type'] ?? '', ...read } as Read<Result>)
        })
      })
      sent.on('error', reject)
      sent.end(body)
    })
  return {
    call,
    list: (path: string, sent?: Sent) => call<{ data: Row[] }>(path, sent),
    one: (path: string, sent?: Sent) => call<Row>(path, sent),
  }
}

/** Every field by its name, of rows of which each must have a text in it. */
export const textsOf = (rows: readonly Row[], name: string): string[] =>
  rows.map((row) => {
    const value = row[name]
    if (typeof value !== 'string' || value === '') throw new Error(`A row has no ${name}: ${JSON.stringify(row)}`)
    return value
  })

const OUTLINE = (x: number) => [
  [x, 44.2],
  [x + 0.0001, 44.2],
  [x + 0.0001, 44.2001],
  [x, 44.2001],
  [x, 44.2],
]
const unitOf = (studyDbId: string, name: number) => ({
  studyDbId,
  observationUnitName: String(name),
  germplasmName: `Line ${(name % 2) + 1}`,
  observationUnitPosition: {
    entryType: name % 2 === 0 ? 'CHECK' : 'TEST',
    positionCoordinateX: String(name),
    positionCoordinateXType: 'GRID_COL',
    positionCoordinateY: '1',
    positionCoordinateYType: 'GRID_ROW',
    observationLevelRelationships: [
      { levelName: 'rep', levelCode: String(Math.ceil(name / 2)) },
      { levelName: 'block', levelCode: 'A' },
    ],
    geoCoordinates: { type: 'Feature', geometry: { type: 'Polygon', coordinates: [OUTLINE(-95.5 + name / 5000)] } },
  },
})

export type BrapiField = { owner: TestUser; token: string; studyDbId: string; height: string; maturity: string }

/** A trial of four plots without values, the token of a program, and two variables that take scores. */
export async function brapiField(server: TestServer): Promise<BrapiField> {
  const owner = await createUser(server)
  const made = { name: 'Program', scopes: ['brapi' as const] }
  const { token } = (await server.call('makeToken', { token: owner.token, body: made })).body.data
  const study = { studyName: 'Yield 2026', commonCropName: 'Wheat', startDate: '2026-04-02' }
  const studies = await server.call('brapiMakeStudies', { token, body: [study] })
  const studyDbId = studies.body.result.data[0]?.studyDbId ?? ''
  await server.call('brapiMakeUnits', { token, body: [1, 2, 3, 4].map((name) => unitOf(studyDbId, name)) })
  const variables = [
    { observationVariableName: 'Height', scale: { dataType: 'Numerical', units: 'cm' } },
    { observationVariableName: 'Maturity', scale: { dataType: 'Date' } },
  ]
  const { result } = (await server.call('brapiMakeVariables', { token, body: variables })).body
  const [height = '', maturity = ''] = result.data.map((one) => one.observationVariableDbId)
  return { owner, token, studyDbId, height, maturity }
}
