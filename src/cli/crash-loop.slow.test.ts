import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { KiB, minutes, seconds } from '#domain/units.ts'
import { takeInventory } from '#server/testing/processes/data-inventory.ts'
import { prepareServer } from '#server/testing/processes/server-process.ts'
import { fakeConnectivity } from '#transfer/testing/fake-connectivity.ts'
import { openSession } from './session.ts'
import { seededRandom } from './testing/seeded-random.ts'
import { CHECKPOINTS, type Sender, type Sent, uploadLoop } from './testing/upload-loop.ts'
import { verifyAcknowledged } from './testing/verify-acknowledged.ts'

/** `npm run crash` sets 300. */
const KILLS = Number(process.env['KILLS'] ?? 2)
const SEED = Number(process.env['SEED'] ?? Date.now() % 1_000_000)
/** Two network chunks, so that a kill can happen between them. */
const PART = KiB(512)
const PARTS_MAX = 5
/** About the duration of one call, so that a kill happens in the chosen checkpoint or soon after it. */
const DELAY_MAX_MS = 20

const randomBelow = (random: () => number) => (limit: number) => Math.floor(random() * limit)
const below = randomBelow(seededRandom(SEED))

/** Up to five parts, the last one shorter, all different. */
function nextFile(index: number): File {
  const fileBelow = randomBelow(seededRandom(SEED + 1 + index))
  const content = new Uint8Array(1 + fileBelow(PARTS_MAX * PART))
  for (let at = 0; at < content.length; at += 97) content[at] = fileBelow(256)
  return new File([content], `flight-${index}.zip`)
}

const promptForCode = () => Promise.reject(new Error('This account has no second factor'))

test(
  `F1: ${KILLS} times kill -9 between start and completion: nothing acknowledged is lost or duplicated (seed ${SEED})`,
  async () => {
    const product = await prepareServer({ PART_BYTES: String(PART) })
    const landed = new Map<string, number>()
    const verified = new Set<Sent>()
    const connectivity = fakeConnectivity()
    try {
      const [, email = '', password = ''] = /^ *(customer@\S+) +(\S+)/m.exec(await product.start()) ?? []
      const session = await openSession(product.url, { email, password, promptForCode })
      const [projectType = ''] = session.person.assignedProjects
      const sender = uploadLoop({ session, projectType, connectivity, nextFile })
      const sending = sender.run()

      for (let kill = 0; kill < KILLS; kill += 1) {
        await untilCheckpoint(sender, sending)
        connectivity.set(false)
        landed.set(sender.doing(), (landed.get(sender.doing()) ?? 0) + 1)
        await product.kill()
        await product.start()
        await verifyAcknowledged(session, { sent: sender.sent, verified })
        connectivity.set(true)
      }
      sender.finish()
      await sending
      verified.clear()
      await verifyAcknowledged(session, { sent: sender.sent, verified })
      expect(verified.size).toBe(sender.sent.length)
      expect(await product.stop()).toEqual([0, null])

      const stock = await takeInventory(product.folder)
      report(sender, { landed, orphans: stock.orphans.before })
      const count = sender.sent.length
      expect(stock).toMatchObject({ requests: count, unfinished: 0, objects: count, orphans: { after: 0 } })
    } finally {
      await product.remove()
    }
  },
  minutes(3) + KILLS * seconds(30),
)

/** Waits for a random checkpoint and a short random delay. */
async function untilCheckpoint(sender: Sender, sending: Promise<void>): Promise<void> {
  const checkpoint = CHECKPOINTS[below(CHECKPOINTS.length)] ?? 'part'
  // Most calls are shorter than the longest delay, so short delays are more likely.
  const delay = below(1 + below(DELAY_MAX_MS))
  await Promise.race([once(sender.checkpoints, checkpoint), sending])
  if (delay > 0) await sleep(delay)
}

function report({ sent, stops }: Sender, { landed, orphans }: { landed: Map<string, number>; orphans: number }): void {
  const acknowledged = sent.reduce((sum, archive) => sum + archive.acknowledged.size, 0)
  const twice = sent.reduce((sum, { attempts }) => sum + [...attempts.values()].filter((count) => count > 1).length, 0)
  const where = [...landed].map(([checkpoint, count]) => `${checkpoint} ${count}`).join(', ')
  console.log(
    [
      `kills ${KILLS}, while the sender's last step was: ${where}`,
      `requests ${sent.length}, parts acknowledged ${acknowledged}, parts sent twice ${twice} (none of them acknowledged before)`,
      `uploads that had to be retried by hand ${stops.length}${stops.length > 0 ? `: ${[...new Set(stops)].join('; ')}` : ''}`,
      `uploads opened in the store without a row ${orphans}, all found by the sweep`,
    ].join('\n'),
  )
}
