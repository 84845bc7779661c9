// A breeding database of others: one study of BrAPI 2.1 in memory, which can also misbehave.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type ObservationThere = {
  observationDbId: string
  observationUnitDbId: string
  observationVariableDbId: string
  observationTimeStamp?: string | null
  value: string
  externalReferences?: { referenceId: string; referenceSource: string }[]
  additionalInfo?: Record<string, string>
}
type UnitThere = Record<string, unknown> & { observationUnitDbId: string }
type VariableThere = Record<string, unknown> & { observationVariableDbId: string; observationVariableName: string }

type Asked = { method: string; url: URL; authorization: string | undefined; body: unknown }
/** Answers instead of it; false leaves the call to it. */
type Misbehave = (asked: Asked, response: ServerResponse) => boolean

export class BreedingDatabase {
  units: UnitThere[] = []
  variables: VariableThere[] = []
  /** Of other studies. */
  otherVariables: VariableThere[] = []
  observations: ObservationThere[] = []
  calls: Asked[] = []
  misbehaves: Misbehave | null = null
  readonly #server = createServer((request, response) => void this.#answer(request, response))
  #ids = 0

  start = (): Promise<void> => new Promise((resolve) => void this.#server.listen(0, '127.0.0.1', resolve))
  stop = (): Promise<void> => new Promise((resolve) => void this.#server.close(() => resolve()))
  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/brapi/v2`
  }
  get writes(): Asked[] {
    return this.calls.filter(({ method }) => method !== 'GET')
  }

  clear(): void {
    this.units = []
    this.variables = []
    this.otherVariables = []
    this.observations = []
    this.calls = []
    this.misbehaves = null
  }

  /** As POST /observations does. */
  store(given: Omit<ObservationThere, 'observationDbId'>[]): ObservationThere[] {
    const stored = given.map((one) => ({ ...one, observationDbId: String((this.#ids += 1)) }))
    this.observations.push(...stored)
    return stored
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = ''
    for await (const piece of request as AsyncIterable<Buffer>) text += piece.toString()
    const asked = {
      method: request.method ?? '',
      url: new URL(request.url ?? '', this.url),
      authorization: request.headers.authorization,
      body: text === '' ? null : (JSON.parse(text) as unknown),
    }
    this.calls.push(asked)
    if (this.misbehaves?.(asked, response)) return
    if (asked.authorization !== 'Bearer sesame') return void response.writeHead(401).end('{}')
    const answer = this.#resultOf(asked)
    response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(answer ?? {}))
  }

  #resultOf({ method, url, body }: Asked): object | undefined {
    const path = url.pathname.slice('/brapi/v2/'.length)
    const of = url.searchParams
    if (method === 'POST' && path === 'observations')
      return listed(this.store(body as Omit<ObservationThere, 'observationDbId'>[]), of)
    if (method === 'PUT' && path === 'observations') return listed(this.#change(body as Record<string, object>), of)
    if (path === 'studies/7') return { metadata: {}, result: STUDY }
    if (path === 'studies') return listed([STUDY], of)
    if (path === 'observationunits') return listed(this.units, of)
    if (path === 'variables')
      return listed(of.has('studyDbId') ? this.variables : [...this.variables, ...this.otherVariables], of)
    const variable = of.get('observationVariableDbId')
    const isAsked = (one: ObservationThere) => variable === null || one.observationVariableDbId === variable
    return path === 'observations' ? listed(this.observations.filter(isAsked), of) : undefined
  }

  #change(changes: Record<string, object>): ObservationThere[] {
    return Object.entries(changes).flatMap(([id, change]) => {
      const stored = this.observations.find(({ observationDbId }) => observationDbId === id)
      return stored ? [Object.assign(stored, change)] : []
    })
  }
}

const STUDY = { studyDbId: '7', studyName: 'Soybean advanced 2026', locationName: 'Lamberton', seasons: ['2026'] }

function listed(rows: readonly object[], of: URLSearchParams): object {
  const [page, pageSize] = [Number(of.get('page') ?? 0), Number(of.get('pageSize') ?? 1000)]
  const pagination = {
    currentPage: page,
    pageSize,
    totalCount: rows.length,
    totalPages: Math.ceil(rows.length / pageSize),
  }
  return {
    metadata: { datafiles: [], status: [], pagination },
    result: { data: rows.slice(page * pageSize, (page + 1) * pageSize) },
  }
}

/** A plot. */
export const unit = (id: string, plot: string, genotype: string) => ({
  observationUnitDbId: id,
  observationUnitName: `SOY26-PLOT-${plot}`,
  germplasmName: genotype,
  observationUnitPosition: { observationLevel: { levelName: 'plot', levelCode: plot } } as Record<string, unknown>,
})
export const variable = (id: string, name: string, scale: object = { dataType: 'Numerical', units: '%' }) => ({
  observationVariableDbId: id,
  observationVariableName: name,
  scale: { scaleName: 'scale', ...scale },
})
