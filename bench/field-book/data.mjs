// A customer with one measured trial, inserted as the product would have recorded it.
import { SCOPES, STATISTICS } from '#domain/trials.ts'
import { TRAITS } from '#imagery/traits/catalogue/catalogue.ts'
import { columnName, packColumns } from '#imagery/traits/trait-columns.ts'
import { hashPassword } from '#server/features/accounts/passwords/password-hash.ts'
import { FLIGHT_METHOD } from '#server/testing/server/trials.ts'

export const FLIGHTS = 20
export const TRAITS_MEASURED = 30
export const CUSTOMER = { email: 'breeder@skyfurrow.example', password: 'Skyfurrow1!' }
export const TRIAL = 'trial'
const REPS = 2
const METRES_PER_DEGREE = 111_320
const FIRST_DAY = Date.UTC(2026, 4, 10)
const DAYS_APART = 6

export const dateOf = (flight) => new Date(FIRST_DAY + flight * DAYS_APART * 86_400_000).toISOString().slice(0, 10)

/** @returns what the trial takes in the database */
export async function fill(client, { plots, flights = FLIGHTS, traits = TRAITS_MEASURED, ownColumns = 0 }) {
  await client.query(
    `insert into users (id, email, full_name, password_hash, role, status, confirmed_at, created_at)
     values ('breeder', $1, 'Bea Breeder', $2, 'USER', 'APPROVED', now(), now())`,
    [CUSTOMER.email, await hashPassword(CUSTOMER.password)],
  )
  await client.query(
    `insert into trials (id, account_id, name, crop, planting_date, created_at) values ($1, 'breeder', 'Large yield trial', 'Soybean', '2026-05-01', now())`,
    [TRIAL],
  )
  await insertPlots(client, plots)
  await client.query(
    `with done as (
       insert into work (id, job_id, kind, subject, state, fraction, requested_at, ended_at)
       values ('measurement', gen_random_uuid(), 'measure-trial', 'measurement', 'DONE', 1, now(), now())
     )
     insert into measurements (id, trial_id, plots_version, settings, software_version, author_id, created_at)
     values ('measurement', $1, 1, '{"bufferMetres": 0.3, "mask": {"method": "exg", "threshold": 0.1}}', 'bench', 'breeder', now())`,
    [TRIAL],
  )
  for (let flight = 0; flight < flights; flight += 1) await insertFlight(client, { flight, plots, traits })
  for (let column = 0; column < ownColumns; column += 1) await insertOwnColumn(client, { column, plots })
  await client.query('vacuum analyze')
  const { rows } = await client.query(`select pg_size_pretty(pg_total_relation_size('flight_values')) as size`)
  return rows[0].size
}

/** Plots of 4 by 1.5 m, 50 in a row. */
async function insertPlots(client, count) {
  const all = Array.from({ length: count }, (_, at) => {
    const [row, column] = [Math.floor(at / 50), at % 50]
    const [west, south] = [-95.3 + (column * 1.8) / METRES_PER_DEGREE, 44.2 + (row * 5) / METRES_PER_DEGREE]
    const [east, north] = [west + 1.5 / METRES_PER_DEGREE, south + 4 / METRES_PER_DEGREE]
    const ring = [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ]
    const genotype = `MN${String(1000 + (at % Math.ceil(count / REPS)))}`
    const rep = String(1 + Math.floor((at * REPS) / count))
    const attributes = { row: String(row + 1), column: String(column + 1), genotype, rep }
    return { number: at + 1, plotId: String(10_001 + at), geometry: [[ring]], attributes }
  })
  const bounds = [-95.3, 44.2, -95.29, 44.21]
  await client.query(
    `insert into trial_plots (trial_id, version, crs, count, bounds, sha256, bytes, author_id, created_at)
     values ($1, 1, '{"epsg": 4326, "name": "WGS 84", "proj4": "+proj=longlat +datum=WGS84 +no_defs", "metres": null}', $2, $3, 'none', 0, 'breeder', now())`,
    [TRIAL, count, JSON.stringify(bounds)],
  )
  await client.query(
    `insert into plots (trial_id, version, place, number, plot_id, attributes, geometry)
     select $1, 1, number - 1, number, "plotId", attributes, geometry
     from jsonb_to_recordset($2::jsonb) as listed (number int, "plotId" text, attributes jsonb, geometry jsonb)`,
    [TRIAL, JSON.stringify(all)],
  )
}

async function insertFlight(client, { flight, plots, traits }) {
  const id = `flight-${flight}`
  await client.query(
    `with flight as (insert into trial_flights (id, trial_id, taken_on, created_at) values ($1, $2, $3, now()))
     insert into flight_layers (flight_id, kind, name) values ($1, 'rgb', $4)`,
    [id, TRIAL, dateOf(flight), `field ${dateOf(flight)}.tif`],
  )
  await client.query(
    `insert into measured_flights (measurement_id, flight_id, inputs, photo_inputs, method) values ('measurement', $1, $1, $1, $2)`,
    [id, JSON.stringify(FLIGHT_METHOD)],
  )
  for (const { id: trait, unit } of TRAITS.slice(0, traits)) {
    const { names, data } = packColumns(columnsOf({ trait, flight, plots }), plots)
    await client.query(
      `insert into flight_values (flight_id, inputs, trait, unit, columns, data) values ($1, $1, $2, $3, $4, $5)`,
      [id, trait, unit, JSON.stringify(names), Buffer.from(data)],
    )
  }
}

/** What people have scored on a day. */
async function insertOwnColumn(client, { column, plots }) {
  const values = Array.from({ length: plots }, (_, at) => [10_001 + at, 1 + ((at * 7 + column) % 9)])
  await client.query(
    `insert into trial_columns (id, trial_id, name, taken_on, plot_values, author_id, changed_at) values ($1, $2, $3, $4, $5, 'breeder', now())`,
    [`own-${column}`, TRIAL, `Score ${column + 1}`, dateOf(column), JSON.stringify(Object.fromEntries(values))],
  )
}

/** Values that look like a season: up and down, and each plot a little different. */
function columnsOf({ trait, flight, plots }) {
  const height = Math.sin((Math.PI * (flight + 1)) / (FLIGHTS + 1)) * (1 + (trait.length % 3) / 10)
  const columns = new Map()
  for (const scope of SCOPES) {
    columns.set(columnName('n_px', scope), new Float64Array(plots).fill(60_000))
    columns.set(columnName('valid_frac', scope), new Float64Array(plots).fill(1))
    for (const [at, stat] of STATISTICS.entries())
      columns.set(
        columnName(stat, scope),
        Float64Array.from({ length: plots }, (_, plot) => height * (1 + ((plot * 7919 + at * 31) % 997) / 4000)),
      )
  }
  columns.set('flags', new Float64Array(plots))
  return columns
}
