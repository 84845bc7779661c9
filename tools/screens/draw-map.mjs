// Writes a map of a synthetic field to standard output: node tools/screens/draw-map.mjs <crop> <days after planting> <photo|surface>. A
// process of its own: what it loads lets sharp read fewer kinds of files than other examples need.
import { work } from '#server/compute/synthetic/synthetic-worker.ts'

const [crop, days, kind] = process.argv.slice(2)
const port = { postMessage: () => undefined, close: () => undefined }
process.stdout.write(await work({ input: { crop, days: Number(days), kind }, port }))
