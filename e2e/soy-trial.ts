import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Customer, Seed } from './seed.ts'

/** A real trial, flown on seven dates (doi:10.25739/bc4f-x382): SOY_TRIAL names its folder. */
const FOLDER = process.env.SOY_TRIAL ?? ''

/** The maps of its seven flights, in a report that the customer has. */
export async function publishSoyFlights(seed: Seed, customer: Customer) {
  const names = (await readdir(join(FOLDER, 'flights'))).toSorted()
  const files = await Promise.all(
    names.map(async (name) => ({ name, content: new Uint8Array(await readFile(join(FOLDER, 'flights', name))) })),
  )
  const request = await seed.sendRequest(customer)
  await seed.publishReport(request, files, 'Seven flights')
  return { request, names }
}

/** With all traits of its seven flights measured. */
export async function measureSoyTrial(seed: Seed, customer: Customer): Promise<string> {
  const { request, names } = await publishSoyFlights(seed, customer)
  const plots = JSON.parse(await readFile(join(FOLDER, 'plots_wgs84_rowcol.geojson'), 'utf8')) as object
  const flights = names.map((name) => [name.replace(/^(\d{4})(\d\d)(\d\d).*/, '$1-$2-$3'), name] as const)
  return seed.measureTrial(customer, request, { flights, plots })
}
