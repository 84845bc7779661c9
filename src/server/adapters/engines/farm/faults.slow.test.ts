import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { makeZip } from '#domain/archive/testing/make-zip.ts'
import { minutes } from '#domain/units.ts'
import { makeTiff } from '#imagery/testing/make-tiff.ts'
import {
  answering,
  CANCELLED,
  COMPLETED,
  CUT,
  cutAfter,
  DROPPED,
  failed,
  running,
  SILENT,
  saying,
} from '#server/testing/engines/fake-node.ts'
import {
  EMPTY_MAP,
  type FarmTest,
  openFarmTest,
  orderOf,
  photoOf,
  RESULT,
  zipOf,
} from '#server/testing/engines/farm-runs.ts'
import type { RunFailed } from '../engine.ts'
import { resultBytesMax } from './fetch-result.ts'
import { FARM_TIMES } from './run-context.ts'

const TOKEN = 'secret-token-1234'
let farm: FarmTest
beforeEach(async () => {
  farm = await openFarmTest({ nodes: 2, token: TOKEN })
})
afterEach(() => farm.close())

const failureOf = async (run: Promise<unknown>): Promise<unknown> =>
  run.then(
    () => 'it went well',
    (error: unknown) => error,
  )
const begun = () => farm.nodes.map(({ calls }) => calls.filter((call) => call === 'init').length)
/** Long enough for the other node on a busy machine. */
const IMPATIENT = { limits: { answerMs: 3000, silenceMs: 3000 } }

describe('a node that', () => {
  test('is full gets nothing more; the run waits, says so, and goes on when there is room', async () => {
    for (const node of farm.nodes) node.info.others = 2
    const { order, kept, lines, stages } = orderOf()
    let looks = 0
    order.report = (stage, fraction) => {
      stages.push([stage, fraction])
      if (stage === 'waiting' && (looks += 1) === 4) farm.node.info.others = 0
    }
    await farm.farm().run(order)
    expect(lines.filter((line) => line === 'All nodes are busy.')).toHaveLength(1)
    expect(begun()).toEqual([1, 0])
    expect(kept.size).toBe(6)
  })

  test('works on one run at a time gets one of two that begin together', async () => {
    for (const node of farm.nodes) node.info.maxParallelTasks = 1
    const one = farm.farm()
    await Promise.all(['run-1', 'run-2'].map((runId) => one.run(orderOf({ runId }).order)))
    expect(begun()).toEqual([1, 1])
  })

  test('takes fewer photos than there are is passed over, and so is one out of service', async () => {
    farm.node.info.maxImages = 2
    await farm.farm().run(orderOf().order)
    expect(begun()).toEqual([0, 1])
    farm.node.info.maxImages = null
    await farm
      .farm({ nodes: farm.addresses.map((node, at) => ({ ...node, isDrained: at === 0 })) })
      .run(orderOf({ runId: 'run-2' }).order)
    expect(begun()).toEqual([0, 2])
  })

  test('takes fewer photos ends the run when no node takes so many', async () => {
    for (const node of farm.nodes) node.info.maxImages = 2
    await expect(farm.farm().run(orderOf().order)).rejects.toThrow('No node takes 3 photos.')
  })

  test('restarts and forgets its task makes the run begin again', async () => {
    farm.node.course = [running(10)]
    const { order, kept, lines } = orderOf()
    order.report = (stage) => {
      if (stage !== 'running') return
      farm.node.course = [COMPLETED]
      farm.node.restart()
    }
    await farm.farm().run(order)
    expect(lines).toContainEqual(expect.stringContaining('does not know the task any more, as after a restart'))
    expect(begun()).toEqual([1, 1])
    expect(kept.size).toBe(6)
  })

  test('reports a task as cancelled that nobody cancelled makes the run begin again', async () => {
    farm.node.course = [running(10), CANCELLED]
    const { order, kept } = orderOf()
    await farm.farm().run(order)
    expect(begun()).toEqual([1, 1])
    expect(kept.size).toBe(6)
  })

  test('is silent for 15 minutes loses the run to another one, and is freed later', async () => {
    farm.node.course = [running(10)]
    const { order, kept, memory } = orderOf()
    const task = Array.from({ length: 400 }, () => CUT)
    order.report = (stage) => {
      if (stage !== 'running') return
      farm.node.fail('task', ...task)
      farm.node.fail('remove', CUT)
      farm.node.fail('cancel', CUT)
    }
    await farm.farm().run(order)
    expect(farm.clock.waited()).toBeGreaterThanOrEqual(15 * 60_000)
    expect(begun()).toEqual([1, 1])
    expect(kept.size).toBe(6)
    farm.node.fail('task')
    await farm.farm().discard({ runId: 'run-1', attempt: 1, remembered: memory.at(-1) ?? null })
    expect(farm.nodes.map(({ tasks }) => tasks.size)).toEqual([0, 0])
  })

  test('makes no progress for too long loses the run to another one', async () => {
    farm.node.course = [running(10)]
    const { order, kept, lines } = orderOf()
    await farm.farm({ times: { ...FARM_TIMES, stuckMs: minutes(10) } }).run(order)
    expect(lines).toContainEqual(expect.stringContaining('makes no progress'))
    expect(begun()).toEqual([1, 1])
    expect(kept.size).toBe(6)
  })

  test('sends its result more slowly than any line does ends the run after several tries', async () => {
    let now = 0
    const clock = { ...farm.clock, now: () => (now += 11 * 60_000) }
    const failure = await failureOf(farm.farm({ clock }).run(orderOf().order))
    expect(failure).toMatchObject({ message: expect.stringContaining('it sends too slowly') })
  })

  test('has a result for which the disk has no room ends the run, and says what to do', async () => {
    const failure = await failureOf(farm.farm({ leftOn: () => Promise.resolve(1000) }).run(orderOf().order))
    expect(failure).toMatchObject({ message: 'There is no room on the disk for the result.' })
  })

  test('has a result far larger than its photos ends the run', async () => {
    const photos = [{ bytes: 1_000_000_000 }, { bytes: 500_000_000 }]
    expect(resultBytesMax(photos)).toBe(2 ** 30 + 20 * 1_500_000_000)
    expect(resultBytesMax([{ bytes: 1e12 }])).toBe(200 * 2 ** 30)
  })

  test('counts other photos each time ends the run after a bounded number of tasks', async () => {
    for (const node of farm.nodes) node.miscounts = 1
    const failure = await failureOf(farm.farm().run(orderOf().order))
    expect(failure).toMatchObject({ message: 'The nodes lost this run 12 times.' })
    expect(begun().reduce((sum, count) => sum + count)).toBe(12)
  })

  test.each([
    ['does not answer', SILENT, 'it did not answer in time'],
    ['answers with an endless text', answering({ body: `"${'a'.repeat(300_000)}"` }), 'its answer is too long'],
    ['answers with something else', answering({ body: '<html>' }), 'its answer is not JSON'],
    ['answers with another shape', answering({ body: '{"taskQueueCount":-1}' }), 'its answer has another shape'],
    ['refuses the token', saying(`Invalid token ${TOKEN}`), 'Invalid token …'],
    [
      'leads elsewhere',
      answering({ status: 302, headers: { location: 'http://127.0.0.1:1/' }, body: '' }),
      'status 302',
    ],
  ])('%s is not used, and the reason is shown', async (_, fault, words) => {
    farm.node.fail('info', fault, fault)
    const one = farm.farm(fault === SILENT ? IMPATIENT : {})
    expect((await one.state()).reason).toContain(words)
    await one.run(orderOf().order)
    expect(begun()).toEqual([0, 1])
  })
})

test('a cancelled run is ended on its node, and what that reports later changes nothing', async () => {
  farm.node.course = [running(10)]
  farm.node.completesAfterCancel = true
  const stop = new AbortController()
  const { order, kept, memory } = orderOf({ signal: stop.signal })
  order.report = (stage) => void (stage === 'running' && stop.abort(new Error('cancelled')))
  await expect(farm.farm().run(order)).rejects.toThrow('cancelled')
  await farm.farm().discard({ runId: 'run-1', attempt: 1, remembered: memory.at(-1) ?? null })
  expect(farm.node.tasks.size).toBe(0)
  expect(kept.size).toBe(0)
})

test('discarding what no node knows, or a node that is away has, ends well', async () => {
  const { order, memory } = orderOf()
  await farm.farm().run(order)
  farm.node.restart()
  const run = { runId: 'run-1', attempt: 1, remembered: memory.at(-1) ?? null }
  await farm.farm().discard(run)
  await farm.farm({ nodes: [] }).discard(run)
  await farm.farm().discard({ ...run, remembered: 'rubbish' })
  await Promise.all(farm.nodes.map((node) => node.close()))
  await farm.farm().discard(run)
  expect(await farm.leftovers()).toEqual([])
})

describe('the result', () => {
  test('is fetched again from its start when it breaks off', async () => {
    farm.node.fail('download', cutAfter(500), DROPPED, null)
    const { order, kept } = orderOf()
    await farm.farm().run(order)
    expect(kept.get('orthophoto.tif')?.equals(RESULT['odm_orthophoto/odm_orthophoto.tif'] ?? Buffer.of())).toBe(true)
    expect(farm.node.calls.filter((call) => call === 'download')).toHaveLength(3)
  })

  test('that is damaged each time ends the run, and leaves no files', async () => {
    farm.node.result = farm.node.result.subarray(0, farm.node.result.length - 100)
    await expect(farm.farm().run(orderOf().order)).rejects.toThrow('The result of the node is not usable.')
    expect(await farm.leftovers()).toEqual([])
  })

  test('that is too large is not fetched', async () => {
    await expect(farm.farm({ resultBytesMax: 1000 }).run(orderOf().order)).rejects.toThrow('The result is larger than')
    expect(await farm.leftovers()).toEqual([])
  })

  test('keeps what is usable, and names what is not with the reason', async () => {
    const points = 'odm_georeferencing/odm_georeferenced_model.laz'
    farm.node.result = zipOf({
      ...RESULT,
      'odm_dem/dsm.tif': new Uint8Array(),
      'odm_dem/dtm.tif': EMPTY_MAP,
      [points]: RESULT[points]?.slice(0, 200) ?? Buffer.of(),
      'odm_texturing/odm_textured_model_geo.glb': Buffer.from('glTF\n'),
      'odm_report/report.pdf': Buffer.from('<html>'),
      'cameras.json': Buffer.from('{'),
    })
    const { order, kept } = orderOf()
    const { notes } = await farm.farm().run(order)
    expect([...kept.keys()]).toEqual(['orthophoto.tif'])
    expect(notes).toEqual([
      'For elevation models, dsm.tif and dtm.tif is missing.',
      'dsm.tif is not usable. It is empty.',
      'dtm.tif is not usable. It shows nothing: its pixels are empty.',
      'georeferenced_model.laz is not usable. The file is damaged or was cut off: it ends in its head.',
      'textured_model.glb is not usable. The file is damaged or was cut off: it ends in its description.',
      'report.pdf is not usable. Despite its name, this file is no PDF.',
      'cameras.json is not usable. It is not valid JSON.',
    ])
  })

  test('without any usable product ends the run with the reasons', async () => {
    const nowhere = makeTiff({ width: 4, height: 4, valueAt: () => 1 })
    farm.node.result = zipOf({ 'odm_orthophoto/odm_orthophoto.tif': nowhere, 'cameras.json': Buffer.from('{}') })
    expect(await failureOf(farm.farm().run(orderOf().order))).toMatchObject({
      message: 'The node made nothing that can be used.',
      evidence: ['orthophoto.tif is not usable. It does not say where it lies.'],
    })
  })

  test('is taken from its known paths only, whatever else it names', async () => {
    const content = RESULT['odm_orthophoto/odm_orthophoto.tif'] ?? Buffer.of()
    const names = [
      '../../odm_dem/dsm.tif',
      '/odm_dem/dsm.tif',
      'odm_dem\\dsm.tif',
      'ODM_DEM/DSM.TIF',
      'x/odm_dem/dsm.tif',
    ]
    farm.node.result = zipOf({
      ...Object.fromEntries(names.map((name) => [name, content])),
      'odm_dem/dtm.tif': content,
    })
    const { order, kept } = orderOf()
    await farm.farm().run(order)
    expect([...kept.keys()]).toEqual(['dtm.tif'])
  })

  test('does not unpack more than it says, follows no link and opens nothing encrypted', async () => {
    const content = RESULT['odm_orthophoto/odm_orthophoto.tif'] ?? Buffer.of()
    farm.node.result = Buffer.from(
      makeZip([
        { name: 'odm_orthophoto/odm_orthophoto.tif', content, unpackedBytes: 10 },
        { name: 'odm_dem/dsm.tif', content, attributes: 0o120777 * 0x10000 },
        { name: 'odm_dem/dtm.tif', content, flags: 1 },
        { name: 'odm_report/report.pdf', content, crc: 1 },
      ]),
    )
    expect(await failureOf(farm.farm().run(orderOf().order))).toMatchObject({
      evidence: [
        "orthophoto.tif is not usable. It can't be unpacked: it is larger than the archive says.",
        'dsm.tif is not usable. It is packed in a way that is not read.',
        'dtm.tif is not usable. It is packed in a way that is not read.',
        "report.pdf is not usable. It can't be unpacked: it is damaged.",
      ],
    })
  })
})

test('wrong options are answered with the words of the node, before a photo is sent', async () => {
  farm.node.fail('init', saying('[{"name":"feature-quality","error":"Invalid value bogus (not in enum)"}]'))
  expect(await failureOf(farm.farm().run(orderOf().order))).toMatchObject({
    message: 'The node does not take these options.',
    evidence: [expect.stringContaining('not in enum')],
  })
  expect(farm.node.calls).not.toContain('upload')
})

test('the token is in nothing that is logged or thrown, and an endless log is cut', async () => {
  farm.node.log = [...Array.from({ length: 500 }, (_, at) => `line ${at} ${'x'.repeat(1000)}`), `token=${TOKEN}\u0007`]
  farm.node.course = [running(1), failed(`Cannot process dataset ${TOKEN}`)]
  const { order, lines } = orderOf()
  const failure = (await failureOf(farm.farm().run(order))) as RunFailed
  expect(lines.length).toBeLessThan(250)
  expect(lines).toContain('token=…')
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(400)
  expect(JSON.stringify([lines, failure.message, failure.evidence, failure.stack])).not.toContain(TOKEN)
})

test('photos without end are not sent: each has the length that it should have', async () => {
  const longer = { ...photoOf('a.jpg', 'abc'), bytes: 2 }
  await expect(farm.farm().run(orderOf({ photos: [longer] }).order)).rejects.toThrow('a.jpg has another length')
})
