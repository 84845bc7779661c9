import { once } from 'node:events'
import { setTimeout as rest } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { KiB, minutes, seconds } from '#domain/units.ts'
import { prepareProduct } from '#server/testing/product.ts'
import { takeStock } from '#server/testing/stock.ts'
import { switchedLine } from '#transfer/testing/switched-line.ts'
import { openSession } from './session.ts'
import { checkPromises } from './testing/check-promises.ts'
import { seededRandom } from './testing/seeded-random.ts'
import { MOMENTS, type Sender, type Sent, steadySender } from './testing/steady-sender.ts'

/** `npm run crash` asks for 300. */
const KILLS = Number(process.env['KILLS'] ?? 8)
const SEED = Number(process.env['SEED'] ?? Date.now() % 1_000_000)
/** Two pieces, so that a kill can fall between them. */
const PART = KiB(512)
const PARTS_MAX = 5
/** About what one call takes: a kill falls into the moment it was drawn for, or into one soon after. */
const DELAY_MAX_MS = 20

const drawBelow = (random: () => number) => (limit: number) => Math.floor(random() * limit)
const below = drawBelow(seededRandom(SEED))

/** Up to five parts, the last one shorter, all different. */
function nextFile(index: number): File {
  const ownBelow = drawBelow(seededRandom(SEED + 1 + index))
  const content = new Uint8Array(1 + ownBelow(PARTS_MAX * PART))
  for (let at = 0; at < content.length; at += 97) content[at] = ownBelow(256)
  return new File([content], `flight-${index}.zip`)
}

const askForCode = () => Promise.reject(new Error('This account has no second factor'))

test(
  `F1: ${KILLS} times kill -9 between start and completion: nothing acknowledged is lost or there twice (seed ${SEED})`,
  async () => {
    const product = await prepareProduct({ PART_BYTES: String(PART) })
    const landed = new Map<string, number>()
    const verified = new Set<Sent>()
    const line = switchedLine()
    try {
      const [, email = '', password = ''] = /^ *(customer@\S+) +(\S+)/m.exec(await product.start()) ?? []
      const session = await openSession(product.url, { email, password, askForCode })
      const [projectType = ''] = session.person.assignedProjects
      const sender = steadySender({ session, projectType, connection: line, nextFile })
      const sending = sender.run()

      for (let kill = 0; kill < KILLS; kill += 1) {
        await untilMoment(sender, sending)
        line.set(false)
        landed.set(sender.doing(), (landed.get(sender.doing()) ?? 0) + 1)
        await product.kill()
        await product.start()
        expect(product.arriving()).toEqual([])
        await checkPromises(session, { sent: sender.sent, verified })
        line.set(true)
      }
      sender.finish()
      await sending
      verified.clear()
      await checkPromises(session, { sent: sender.sent, verified })
      expect(verified.size).toBe(sender.sent.length)
      expect(await product.stop()).toEqual([0, null])

      const stock = await takeStock(product.folder)
      report(sender, { landed, orphans: stock.orphans.before })
      const count = sender.sent.length
      expect(stock).toMatchObject({ requests: count, unfinished: 0, objects: count, orphans: { after: 0 } })
    } finally {
      product.remove()
    }
  },
  minutes(1) + KILLS * seconds(20),
)

/** Comes to a moment drawn by lot, and a little further. */
async function untilMoment(sender: Sender, sending: Promise<void>): Promise<void> {
  const moment = MOMENTS[below(MOMENTS.length)] ?? 'part'
  // Most calls are shorter than the longest delay, so short ones are drawn more often.
  const delay = below(1 + below(DELAY_MAX_MS))
  await Promise.race([once(sender.moments, moment), sending])
  if (delay > 0) await rest(delay)
}

function report({ sent, stops }: Sender, { landed, orphans }: { landed: Map<string, number>; orphans: number }): void {
  const acknowledged = sent.reduce((sum, archive) => sum + archive.acknowledged.size, 0)
  const twice = sent.reduce((sum, { tries }) => sum + [...tries.values()].filter((count) => count > 1).length, 0)
  const where = [...landed].map(([moment, count]) => `${moment} ${count}`).join(', ')
  console.log(
    [
      `kills ${KILLS}, while the sender's last step was: ${where}`,
      `requests ${sent.length}, parts acknowledged ${acknowledged}, parts sent twice ${twice} (none of them acknowledged before)`,
      `uploads that had to be retried by hand ${stops.length}${stops.length > 0 ? `: ${[...new Set(stops)].join('; ')}` : ''}`,
      `uploads opened in the store without a row ${orphans}, all found by the sweep`,
    ].join('\n'),
  )
}
