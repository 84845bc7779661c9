// The calls of a NodeODM or NodeODX node that the farm makes. What it answers is bounded and checked.
import type { IncomingMessage } from 'node:http'
import { z } from 'zod'
import { KiB, MiB, minutes, seconds } from '#domain/units.ts'
import { fieldsBody, fileBody, type SentFile } from './multipart.ts'
import type { FarmNode } from './node-address.ts'
import { callNode, type NodeCall, NodeUnavailable, readBody } from './node-http.ts'

/** The node answered that it won't: with status 200, as all its answers. */
export class NodeRefused extends Error {
  override readonly name = 'NodeRefused'
}

/** Before it: 10, queued. */
export const RUNNING = 20
export const FAILED = 30
export const COMPLETED = 40
export const CANCELLED = 50

const count = z.number().int().min(0)
const info = z.object({
  taskQueueCount: count,
  maxParallelTasks: count.nullish(),
  maxImages: count.nullish(),
  version: z.string().max(100).nullish(),
  engine: z.string().max(100).nullish(),
  engineVersion: z.string().max(100).nullish(),
})
export type NodeInfo = z.infer<typeof info>

const option = z.object({
  name: z.string().max(100),
  type: z.enum(['int', 'float', 'bool', 'string', 'enum']).catch('string'),
  /** The default, always as text. */
  value: z.string().max(10_000),
  domain: z.union([z.string().max(1000), z.array(z.string().max(200)).max(500)]).catch(''),
  help: z.string().max(10_000).catch(''),
})
export type NodeOption = z.infer<typeof option>

const task = z.object({
  status: z.object({ code: z.number(), errorMessage: z.string().optional() }),
  imagesCount: z.number().nullish(),
  progress: z.number().catch(0),
  output: z.array(z.string()).catch([]),
})
export type NodeTask = z.infer<typeof task>

const created = z.object({ uuid: z.string() })
const refusal = z.object({ error: z.string() })

const ANSWER_BYTES = { small: KiB(256), options: MiB(2), output: MiB(4) }
const WORDS_MAX = 500

const parse = <Shape extends z.ZodType>(shape: Shape, json: unknown): z.infer<Shape> => {
  const parsed = shape.safeParse(json)
  if (parsed.success) return parsed.data
  throw new NodeUnavailable('its answer has another shape than that of NodeODM')
}

export type NodeLimits = { answerMs: number; silenceMs: number }
/** People wait for it. */
const INFO_MS = seconds(5)
const LIMITS: NodeLimits = { answerMs: seconds(30), silenceMs: minutes(2) }

export type TaskOrder = { uuid: string; name: string; options: string; outputs: readonly string[] }
export type NodeClient = ReturnType<typeof openNode>

export function openNode(node: FarmNode, { answerMs, silenceMs }: NodeLimits = LIMITS) {
  type Small = Omit<NodeCall, 'signal' | 'silenceMs' | 'method'> & {
    method?: NodeCall['method']
    bytesMax?: number
    withinMs?: number
  }
  const hide = hiderOf(node.token)
  /** Of what comes from the node: no token, no control characters, a bounded length. */
  const words = (text: string, max = WORDS_MAX): string =>
    hide(text)
      .replace(/\p{Cc}+/gu, ' ')
      .slice(0, max)
      .trim()

  const readJson = async (answer: IncomingMessage, bytesMax: number, signal: AbortSignal): Promise<unknown> =>
    jsonOf(answer, await readBody(answer, bytesMax, signal), words)

  const ask = async (
    { method = 'GET', bytesMax = ANSWER_BYTES.small, withinMs = answerMs, ...call }: Small,
    outer: AbortSignal,
  ) => {
    const signal = AbortSignal.any([outer, AbortSignal.timeout(withinMs)])
    try {
      return await readJson(await callNode(node, { ...call, method, signal, silenceMs: answerMs }), bytesMax, signal)
    } catch (error) {
      outer.throwIfAborted()
      throw signal.aborted ? new NodeUnavailable('it did not answer in time') : error
    }
  }

  return {
    node,
    /** How it is called in words for people. */
    name: new URL(node.url).host,
    words,
    info: async (signal: AbortSignal): Promise<NodeInfo> => {
      const known = parse(info, await ask({ path: '/info', withinMs: Math.min(answerMs, INFO_MS) }, signal))
      const [engine, engineVersion] = [known.engine, known.engineVersion].map((text) => words(text ?? ''))
      return { ...known, engine, engineVersion }
    },
    options: async (signal: AbortSignal): Promise<NodeOption[]> => {
      const json = await ask({ path: '/options', bytesMax: ANSWER_BYTES.options }, signal)
      return parse(z.array(option).max(1000), json).map((one) => hideInOption(one, hide))
    },
    /** Begins a task. Rejects with NodeRefused where an option is wrong. */
    init: async ({ uuid, name, options, outputs }: TaskOrder, signal: AbortSignal): Promise<void> => {
      const form = fieldsBody({ name, options, skipPostProcessing: 'true', outputs: JSON.stringify(outputs) })
      const headers = { ...form.headers, 'set-uuid': uuid }
      const json = await ask({ method: 'POST', path: '/task/new/init', ...form, headers }, signal)
      if (parse(created, json).uuid !== uuid) throw new NodeUnavailable('it gave the task another id')
    },
    upload: async (uuid: string, file: SentFile, signal: AbortSignal): Promise<void> => {
      const path = `/task/new/upload/${uuid}`
      const answer = await callNode(node, { method: 'POST', path, ...fileBody('images', file), signal, silenceMs })
      await readJson(answer, ANSWER_BYTES.small, signal)
    },
    commit: async (uuid: string, signal: AbortSignal): Promise<void> => {
      parse(created, await ask({ method: 'POST', path: `/task/new/commit/${uuid}` }, signal))
    },
    /** `line`: of its log, what follows this many lines; null leaves the log out. */
    task: async (uuid: string, line: number | null, signal: AbortSignal): Promise<NodeTask> => {
      const withLog = line === null ? {} : { query: { with_output: String(line) }, bytesMax: ANSWER_BYTES.output }
      return parse(task, await ask({ path: `/task/${uuid}/info`, ...withLog }, signal))
    },
    /** Its answer, unread. Rejects with NodeRefused where there is nothing to fetch. */
    download: async (uuid: string, signal: AbortSignal): Promise<IncomingMessage> => {
      const path = `/task/${uuid}/download/all.zip`
      const answer = await callNode(node, { method: 'GET', path, signal, silenceMs })
      if (answer.statusCode === 200 && !answer.headers['content-type']?.includes('json')) return answer
      await readJson(answer, ANSWER_BYTES.small, signal)
      throw new NodeUnavailable('it answered without a file')
    },
    cancel: async (uuid: string, signal: AbortSignal): Promise<void> => {
      await ask({ method: 'POST', path: '/task/cancel', ...fieldsOf(uuid) }, signal)
    },
    remove: async (uuid: string, signal: AbortSignal): Promise<void> => {
      await ask({ method: 'POST', path: '/task/remove', ...fieldsOf(uuid) }, signal)
    },
  }
}

function jsonOf({ statusCode }: IncomingMessage, body: Buffer, words: (text: string) => string): unknown {
  if (statusCode !== 200) throw new NodeUnavailable(`it answered with status ${statusCode}`)
  let json: unknown
  try {
    json = JSON.parse(body.toString('utf8'))
  } catch {
    throw new NodeUnavailable('its answer is not JSON')
  }
  const refused = refusal.safeParse(json)
  if (refused.success) throw new NodeRefused(words(refused.data.error))
  return json
}

const hideInOption = ({ name, type, value, domain, help }: NodeOption, hide: (text: string) => string): NodeOption => ({
  name: hide(name),
  type,
  value: hide(value),
  domain: typeof domain === 'string' ? hide(domain) : domain.map(hide),
  help: hide(help),
})

/** Takes a token out of a text, as it is and as addresses write it. */
function hiderOf(token: string | null): (text: string) => string {
  if (token === null) return (text) => text
  const written = [token, encodeURIComponent(token), new URLSearchParams({ '': token }).toString().slice(1)]
  return (text) => written.reduce((left, one) => left.replaceAll(one, '…'), text)
}

function fieldsOf(uuid: string): Pick<NodeCall, 'headers' | 'body'> {
  const json = Buffer.from(JSON.stringify({ uuid }))
  return { headers: { 'content-type': 'application/json' }, body: { bytes: json.length, content: [json] } }
}

/** Whether a node says that it doesn't know the task. */
export const isUnknownTask = (error: unknown): boolean =>
  error instanceof NodeRefused && /not found|invalid uuid/i.test(error.message)
