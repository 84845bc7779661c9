// A node that keeps to the API of NodeODM, on a port of its own, with faults that a test switches on.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readFields, readFile } from './read-multipart.ts'

export type FakeTask = {
  uuid: string
  options: { name: string; value: unknown }[]
  outputs: string[]
  files: { name: string; bytes: Buffer }[]
  isCommitted: boolean
  /** What each look at it answers; the last one stays. */
  course: FakeState[]
  log: string[]
}
export type FakeState = { code: number; progress?: number; errorMessage?: string }

const QUEUED: FakeState = { code: 10 }
export const running = (progress: number): FakeState => ({ code: 20, progress })
export const COMPLETED: FakeState = { code: 40, progress: 100 }
export const CANCELLED: FakeState = { code: 50 }
export const failed = (errorMessage: string): FakeState => ({ code: 30, errorMessage })

type Reply = { status?: number; headers?: Record<string, string>; body: Buffer | string }
/** `before`: instead of what the node would do; `after`: instead of its answer. */
type Fault = { when: 'before' | 'after'; reply: Reply | 'cut' | 'silent' | { cutAfter: number } }
type Operation = 'info' | 'options' | 'init' | 'upload' | 'commit' | 'task' | 'download' | 'cancel' | 'remove' | 'other'

const OPTIONS = [
  ...['dsm', 'dtm', 'cog', 'gltf', 'skip-3dmodel', 'fast-orthophoto', 'skip-report', 'optimize-disk-space'].map(
    (name) => ({
      name,
      type: 'bool',
      value: 'false',
      domain: '',
      help: '',
    }),
  ),
  {
    name: 'feature-quality',
    type: 'enum',
    value: 'high',
    domain: ['ultra', 'high', 'medium', 'low', 'lowest'],
    help: '',
  },
  { name: 'pc-quality', type: 'enum', value: 'medium', domain: ['ultra', 'high', 'medium', 'low', 'lowest'], help: '' },
  {
    name: 'min-num-features',
    type: 'int',
    value: '10000',
    domain: 'integer',
    help: 'How many features are looked for in each photo. More of them hold even fields together, and take longer.',
  },
  { name: 'matcher-neighbors', type: 'int', value: '0', domain: 'positive integer', help: '' },
  { name: 'max-concurrency', type: 'int', value: '4', domain: 'positive integer', help: '' },
  {
    name: 'mesh-octree-depth',
    type: 'int',
    value: '11',
    domain: 'integer: 1 <= x <= 14',
    help: 'How fine the surface of the 3D model is.',
  },
  { name: 'smrf-threshold', type: 'float', value: '0.5', domain: 'positive float', help: '' },
  { name: 'dem-resolution', type: 'float', value: '5', domain: 'float', help: '' },
  { name: 'orthophoto-resolution', type: 'float', value: '5', domain: 'float > 0.0', help: '' },
]

export type FakeNode = Awaited<ReturnType<typeof startFakeNode>>

export async function startFakeNode({ token = '' } = {}) {
  const faults = new Map<Operation, (Fault | null)[]>()
  const tasks = new Map<string, FakeTask>()
  const calls: Operation[] = []
  const node = {
    tasks,
    calls,
    /** All that it began for good, also those that it has forgotten. */
    begun: [] as FakeTask[],
    options: [...OPTIONS],
    /** What `/info` says beside the count of tasks. */
    info: { maxParallelTasks: 2 as number | null, maxImages: null as number | null, others: 0 },
    course: [QUEUED, running(30), running(70), COMPLETED],
    log: ['[INFO] Initializing', '[INFO] Done'],
    result: Buffer.alloc(0) as Buffer,
    /** Added to the count of photos that it answers. */
    miscounts: 0,
    /** A cancelled task completes after so many looks at it. */
    completesAfterCancel: false,
    /** In order, one for each call of the operation; null for one that goes well. */
    fail: (operation: Operation, ...list: (Fault | null)[]) => void faults.set(operation, list),
    /** As after a crash: it has lost its tasks. */
    restart: () => tasks.clear(),
    url: '',
    close: () => Promise.resolve(),
  }

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece as Buffer)
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://node')
    const [operation, uuid] = operationOf(pathname)
    calls.push(operation)
    const fault = faults.get(operation)?.shift()
    if (fault?.when === 'before') return send(response, fault.reply)
    const call = { request, body: Buffer.concat(pieces), uuid, line: searchParams.get('with_output') }
    const answer: Reply =
      token !== '' && searchParams.get('token') !== token
        ? json({ error: 'Invalid authentication token: token does not match.' })
        : HANDLERS[operation](node, call)
    send(response, fault ? fault.reply : answer, answer)
  }
  const server = createServer((request, response) => void handle(request, response).catch(() => response.destroy()))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  node.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  node.close = () =>
    new Promise((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return node
}

function send(response: ServerResponse, what: Fault['reply'], whole?: Reply): void {
  if (what === 'silent') return
  if (what === 'cut') return void response.destroy()
  if ('cutAfter' in what) {
    const body = Buffer.from(whole?.body ?? '')
    response.writeHead(200, { 'content-length': body.length, ...whole?.headers })
    response.write(body.subarray(0, what.cutAfter), () => response.destroy())
    return
  }
  const { status = 200, headers = {}, body } = what
  response.writeHead(status, { 'content-length': Buffer.byteLength(body), ...headers }).end(body)
}

/** Errors have status 200, too. */
const json = (value: unknown): Reply => ({
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: JSON.stringify(value),
})
export const saying = (error: string): Fault => ({ when: 'before', reply: json({ error }) })
export const answering = (reply: Reply): Fault => ({ when: 'before', reply })
export const CUT: Fault = { when: 'before', reply: 'cut' }
export const CUT_AFTER: Fault = { when: 'after', reply: 'cut' }
export const SILENT: Fault = { when: 'before', reply: 'silent' }
export const DROPPED: Fault = { when: 'before', reply: { status: 500, body: 'Internal Server Error' } }
export const cutAfter = (bytes: number): Fault => ({ when: 'after', reply: { cutAfter: bytes } })

type Call = { request: IncomingMessage; body: Buffer; uuid: string; line: string | null }
type State = Pick<
  FakeNode,
  'tasks' | 'begun' | 'options' | 'info' | 'course' | 'log' | 'result' | 'miscounts' | 'completesAfterCancel'
>

function operationOf(path: string): [Operation, string] {
  const [, first = '', second = '', third = '', fourth = ''] = path.split('/')
  if (path === '/info' || path === '/options') return [first as Operation, '']
  if (second === 'new' && ['init', 'upload', 'commit'].includes(third)) return [third as Operation, fourth]
  if (path === '/task/cancel' || path === '/task/remove') return [second as Operation, '']
  if (third === 'info') return ['task', second]
  return path.endsWith('/download/all.zip') ? ['download', second] : ['other', '']
}

const HANDLERS: Record<Operation, (node: State, call: Call) => Reply> = {
  info: ({ tasks, info: { others, ...info } }) =>
    json({
      version: '2.2.4',
      taskQueueCount: others + [...tasks.values()].filter((task) => task.isCommitted && isWorking(task)).length,
      engine: 'odm',
      engineVersion: '3.5.6',
      ...info,
    }),
  options: ({ options }) => json(options),
  init({ tasks, course, log }, { request, body }) {
    const uuid = String(request.headers['set-uuid'])
    if (
      !/^[0-9a-f]{8}-[0-9a-f]{4}-[1-7][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(uuid) ||
      tasks.get(uuid)?.isCommitted
    )
      return json({ error: `Invalid set-uuid: ${uuid}` })
    const fields = readFields(request, body)
    const options = JSON.parse(fields['options'] ?? '[]') as FakeTask['options']
    const outputs = JSON.parse(fields['outputs'] ?? '[]') as string[]
    tasks.set(uuid, { uuid, options, outputs, files: [], isCommitted: false, course: [...course], log: [...log] })
    return json({ uuid })
  },
  upload({ tasks }, { request, body, uuid }) {
    const task = tasks.get(uuid)
    if (!task || task.isCommitted) return json({ error: 'Invalid uuid (not found)' })
    const file = readFile(request, body)
    if (!file) return json({ error: 'Need at least 1 file.', noRetry: true })
    // The same name again is another file.
    let { name } = file
    while (task.files.some((one) => one.name === name)) name = name.replace(/(\.[^.]*)$/, '_$1')
    task.files.push({ name, bytes: file.bytes })
    return json({ success: true })
  },
  commit({ tasks, begun }, { uuid }) {
    const task = tasks.get(uuid)
    if (!task || task.isCommitted) return json({ error: 'Invalid uuid (not found)' })
    task.isCommitted = true
    begun.push(task)
    return json({ uuid })
  },
  task({ tasks, miscounts }, { uuid, line }) {
    const task = tasks.get(uuid)
    if (!task?.isCommitted) return json({ error: `${uuid} not found` })
    const [{ code, progress = 0, errorMessage }] = task.course as [FakeState]
    if (task.course.length > 1) task.course.shift()
    const isReady = code === 20 || code === 40
    const images = task.files.filter(({ name }) => !isReady || !name.endsWith('.txt')).length
    return json({
      uuid,
      status: { code, ...(errorMessage === undefined ? {} : { errorMessage }) },
      imagesCount: images + miscounts,
      progress,
      ...(line === null ? {} : { output: task.log.slice(Number(line)) }),
    })
  },
  download({ tasks, result }, { uuid }) {
    const task = tasks.get(uuid)
    if (!task) return json({ error: `${uuid} not found` })
    if (task.course[0]?.code !== 40) return json({ error: 'Asset not ready' })
    return { headers: { 'content-type': 'application/zip' }, body: result }
  },
  cancel({ tasks, completesAfterCancel }, { body }) {
    const task = tasks.get(uuidIn(body))
    if (!task?.isCommitted) return json({ success: false, error: `${uuidIn(body)} not found` })
    task.course = completesAfterCancel ? [CANCELLED, COMPLETED] : [CANCELLED]
    return json({ success: true })
  },
  remove({ tasks }, { body }) {
    if (!tasks.get(uuidIn(body))?.isCommitted) return json({ success: false, error: `${uuidIn(body)} not found` })
    tasks.delete(uuidIn(body))
    return json({ success: true })
  },
  other: () => ({ status: 404, body: 'Not found' }),
}

const uuidIn = (body: Buffer): string => (JSON.parse(body.toString()) as { uuid: string }).uuid
const isWorking = ({ course: [state] }: FakeTask): boolean => state?.code === 10 || state?.code === 20
