// Users, requests, uploads and files of five seasons, the same every time.
import { hashPassword } from '#server/features/accounts/passwords/password-hash.ts'
import { versionOf } from '../cluster.mjs'

export const USERS = 100_000
export const PASSWORD = 'Skyfurrow1!'
/** Enough that none exceeds the rate limit. */
export const STAFF = 60
export const staffEmail = (turn) => `staff${turn % STAFF}@skyfurrow.example`

/** Rebuilt once all rows are inserted: row by row they would take an hour. */
const SLOW_INDEXES = ['analyses_search', 'analyses_queue', 'users_search']

const lot = (seed, row, outOf) => `(('x' || substr(md5('${seed}' || ${row}), 1, 6))::bit(24)::int % ${outOf})`
const oneOf = (texts, number) => `(array[${texts.map((text) => `'${text}'`).join(', ')}])[1 + ${number}]`

const FIRST_NAMES =
  'Anna Bram Chen Dario Elif Femi Greta Hana Ivan Jun Kofi Lena Mira Noor Omar Priya Quinn Rosa Sven Tarik Uma Vera Wei Ximena Yara Zoltan'
const DOMAINS = ['uni-hohenheim.example', 'station-nord.example', 'breeder.example', 'agri.example', 'mail.example']
const CROPS = [
  'Winter_Wheat',
  'Soybean_Trial',
  'Maize_Nursery',
  'Potato',
  'Barley_Yield',
  'Sugar_Beet',
  'Rapeseed',
  'Rice_Paddy',
]
const STATUSES = ['PENDING', 'UNDER_REVIEW', ...Array(7).fill('PROCESSED'), 'REJECTED']
const first = oneOf(FIRST_NAMES.split(' '), lot('first', 'n', 26))
const last = `initcap(substr(translate(md5('last' || ${lot('family', 'n', 5000)}), '0123456789', 'aeiourstln'), 1, 7))`

const users = `
  insert into users (id, email, full_name, password_hash, role, status, confirmed_at, created_at)
  select md5('user' || n)::uuid::text, lower(first || '.' || last) || n || '@' || domain, first || ' ' || last, '-', 'USER',
    ${oneOf(['APPROVED', 'APPROVED', 'APPROVED', 'APPROVED', 'APPROVED', 'APPROVED', 'PENDING', 'REJECTED', 'ON_HOLD'], 'n * 7 % 9')}, at, at
  from (select n, ${first} as first, ${last} as last, timestamptz '2021-01-01' + n * interval '30 minutes' as at,
    case when n <= ${USERS / 10} then 'founders.example' else ${oneOf(DOMAINS, 'n % 5')} end as domain from generate_series(1, ${USERS}) n) as made`

/** Each request, of a customer and for a project of the year. */
const requestRows = (requests) => `
  (select n, at, md5('user' || customer)::uuid::text as user_id, project, md5('project' || customer || project)::uuid::text as project_id
  from (select n, at, 1 + ${lot('customer', 'n', USERS)} as customer,
    ${oneOf(CROPS, lot('crop', 'n', 8))} || '_' || extract(year from at) as project
    from (select n, timestamptz '2021-11-20' + n * (interval '1826 days' / ${requests}) as at from generate_series(1, ${requests}) n) as days) as requests) as made`

const projects = (requests) => `
  insert into projects (id, account_id, name, assigned)
  select distinct project_id, user_id, project, false from ${requestRows(requests)}`

const analyses = (requests) => `
  insert into analyses (id, account_id, project_id, description, report_categories, status, submitted_at, search_words)
  select md5('request' || n)::uuid::text, user_id, project_id, 'Flight at noon, 40 m', '{orthomosaic,heatMaps}',
    ${oneOf(STATUSES, lot('status', 'n', 10))}, at, ''
  from ${requestRows(requests)}`

const fileName = `${oneOf(['DJI_', 'flight-', 'field ', 'IMG_', 'plot_'], lot('prefix', 'id', 5))} || substr(md5('file' || id), 1, 6)
  || '_' || to_char(submitted_at, 'YYYY-MM-DD') || ${oneOf(['.zip', '.zip', '.tar.gz', '.7z'], lot('suffix', 'id', 4))}`

const uploads = `
  insert into uploads (id, analysis_id, account_id, user_id, kind, file_name, storage_key, total_parts, part_bytes, file_bytes, remarks, state, started_at, touched_at, storage_upload_id)
  select 'u-' || id, id, account_id, account_id, 'ARCHIVE', file_name, id || '/archive/' || file_name, 40, 536870912, 20000000000, '', 'COMPLETE', submitted_at, submitted_at, 'u-' || id
  from (select *, ${fileName} as file_name from analyses) as made`

const files = `
  insert into files (upload_id, analysis_id, account_id, project_id, kind, file_name, storage_key, bytes, created_at, published_at, sha256, digest, added_by)
  select uploads.id, analysis_id, analyses.account_id, analyses.project_id, kind, file_name, storage_key, file_bytes, started_at, started_at,
    md5(uploads.id) || md5(uploads.id), md5(uploads.id) || md5(uploads.id), uploads.user_id
  from uploads join analyses on analyses.id = analysis_id`

const words = `
  update analyses set search_words = words_of_request(full_name, email, projects.name, file_name)
  from users, uploads, projects
  where users.id = analyses.account_id and uploads.analysis_id = analyses.id and projects.id = analyses.project_id`

/** Nobody is assigned to pending requests, one of the staff to each other one. */
const assignees = `update analyses set assignee_id = 'staff' || ${lot('assignee', 'id', STAFF)} where status <> 'PENDING'`

/** Takes minutes. Resolves to the sizes of the tables, and to some search terms. */
export async function fill(client, { requests }) {
  const indexes = await client.query(
    'select indexname as name, indexdef as made from pg_indexes where indexname = any($1)',
    [SLOW_INDEXES],
  )
  for (const { name } of indexes.rows) await client.query(`drop index ${name}`)
  await client.query('alter table uploads disable trigger requests_have_words')
  for (const statement of [users, projects(requests), analyses(requests), uploads, files, words])
    await client.query(statement)
  await client.query('alter table uploads enable trigger requests_have_words')
  await client.query(
    `insert into users (id, email, full_name, password_hash, role, status, confirmed_at, created_at)
     select 'staff' || n, 'staff' || n || '@skyfurrow.example', 'Sam Staff', $1, 'ADMIN', 'APPROVED', now(), '2021-01-01'
     from generate_series(0, ${STAFF - 1}) n`,
    [await hashPassword(PASSWORD)],
  )
  await client.query(assignees)
  for (const { made } of indexes.rows) await client.query(made)
  // What autovacuum does sooner or later.
  await client.query('vacuum full analyses')
  await client.query('vacuum analyze')
  return { version: await versionOf(client), sizes: await sizesOf(client), samples: await samplesOf(client) }
}

async function sizesOf(client) {
  const { rows } = await client.query(`
    select relname as name, reltuples::bigint as rows, pg_size_pretty(pg_table_size(oid)) as size, pg_size_pretty(pg_indexes_size(oid)) as indexes
    from pg_class where relname in ('users', 'analyses', 'uploads', 'files') order by name`)
  return rows.map(({ name, rows: count, size, indexes }) => [
    name,
    `${Number(count).toLocaleString('en')} rows, ${size}, and ${indexes} of indexes`,
  ])
}

/** A person's name and address, the name of one of their files, and the oldest request. */
async function samplesOf(client) {
  const { rows } = await client.query(`
    select users.full_name, users.email, uploads.file_name from uploads join users on users.id = uploads.user_id order by uploads.id limit 1`)
  const oldest = await client.query('select id from analyses order by submitted_at limit 1')
  return { NAME: rows[0].full_name, EMAIL: rows[0].email, FILE: rows[0].file_name, ID: oldest.rows[0].id }
}
