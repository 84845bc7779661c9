import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** From a call that reads one row to a part that takes ten minutes. */
const CALL_SECONDS = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 600]
const JOB_SECONDS = [0.05, 0.25, 1, 5, 30, 120, 600, 3600]

export type Metrics = ReturnType<typeof openMetrics>

/** All that this program tells Prometheus. Labels have few values, each from a list of ours: no path, no id, nothing of a person. */
export function openMetrics({ version, roles }: { version: string; roles: readonly string[] }) {
  const registry = new Registry()
  const fromDatabase = new Registry()
  collectDefaultMetrics({ register: registry })
  const info = new Gauge({
    name: 'skyfurrow_info',
    help: 'Always 1; the labels say what runs',
    labelNames: ['version', 'roles'],
    registers: [registry],
  })
  info.set({ version, roles: roles.join(',') }, 1)
  return {
    registry,
    /** What is left out of an answer when the database does not tell in time. */
    fromDatabase,
    ...ofCalls(registry),
    ...ofWork(registry),
    ...ofFiles(registry),
    ...ofTheMachine(registry),
    ...ofTheDatabase(fromDatabase),
  }
}

const ofCalls = (registry: Registry) => ({
  callSeconds: new Histogram({
    name: 'skyfurrow_http_request_duration_seconds',
    help: 'Answered calls, by the name that the contract gives them and the class of their status',
    labelNames: ['endpoint', 'status'],
    buckets: CALL_SECONDS,
    registers: [registry],
  }),
  refusals: new Counter({
    name: 'skyfurrow_http_refused_total',
    help: 'Calls refused for now: by a limit (429), because a part was down or busy (503), for want of room (507)',
    labelNames: ['endpoint', 'reason'],
    registers: [registry],
  }),
  logins: new Counter({
    name: 'skyfurrow_logins_total',
    help: 'Logins that were let in (ok) and that were not (failed); those refused by a limit are neither',
    labelNames: ['outcome'],
    registers: [registry],
  }),
})

const ofWork = (registry: Registry) => ({
  letters: new Counter({
    name: 'skyfurrow_letters_total',
    help: 'Tries to hand over a letter: sent, refused (no use to try again), not-taken, unsure',
    labelNames: ['outcome'],
    registers: [registry],
  }),
  jobRuns: new Counter({
    name: 'skyfurrow_job_runs_total',
    help: 'Runs of jobs in this process; one that failed is tried again, up to twelve times in all',
    labelNames: ['kind', 'outcome'],
    registers: [registry],
  }),
  jobSeconds: new Histogram({
    name: 'skyfurrow_job_duration_seconds',
    help: 'How long runs of jobs took',
    labelNames: ['kind'],
    buckets: JOB_SECONDS,
    registers: [registry],
  }),
})

const ofFiles = (registry: Registry) => ({
  partsReceived: new Counter({
    name: 'skyfurrow_parts_received_total',
    help: 'Parts of uploads that came in through this process; to a bucket they go past it',
    registers: [registry],
  }),
  partBytesReceived: new Counter({
    name: 'skyfurrow_part_bytes_received_total',
    help: 'Their bytes',
    registers: [registry],
  }),
  downloadBytes: new Counter({
    name: 'skyfurrow_download_bytes_total',
    help: 'Bytes of files read for downloads from the embedded store; a bucket serves its own',
    registers: [registry],
  }),
  storeErrors: new Counter({
    name: 'skyfurrow_object_store_errors_total',
    help: 'Work that the file store could not do, by operation; what a caller had asked wrongly does not count',
    labelNames: ['operation'],
    registers: [registry],
  }),
})

const ofTheMachine = (registry: Registry) => ({
  diskFree: new Gauge({
    name: 'skyfurrow_data_dir_free_bytes',
    help: 'Room left where DATA_DIR is',
    registers: [registry],
  }),
  diskSize: new Gauge({
    name: 'skyfurrow_data_dir_size_bytes',
    help: 'Size of the file system of DATA_DIR',
    registers: [registry],
  }),
  connections: new Gauge({
    name: 'skyfurrow_database_connections',
    help: 'Connections to PostgreSQL that calls share (total, idle), and calls that wait for one (waiting)',
    labelNames: ['state'],
    registers: [registry],
  }),
  sourceOk: new Gauge({
    name: 'skyfurrow_scrape_ok',
    help: '0 when what the database or the disk should have told was not there in time',
    labelNames: ['source'],
    registers: [registry],
  }),
})

/** The same in every process: take the maximum over them, not the sum. */
const ofTheDatabase = (registry: Registry) => ({
  lettersWaiting: new Gauge({
    name: 'skyfurrow_letters_waiting',
    help: 'Letters that are not sent yet',
    registers: [registry],
  }),
  lettersLost: new Gauge({
    name: 'skyfurrow_letters_lost',
    help: 'Letters that were given up, until staff send them again',
    registers: [registry],
  }),
  uploadsOpen: new Gauge({
    name: 'skyfurrow_uploads_open',
    help: 'Uploads that somebody has begun and neither completed nor given up',
    registers: [registry],
  }),
  jobs: new Gauge({
    name: 'skyfurrow_jobs',
    help: 'Jobs that wait, run, or are dead: given up after twelve tries',
    labelNames: ['kind', 'state'],
    registers: [registry],
  }),
  oldestJob: new Gauge({
    name: 'skyfurrow_jobs_oldest_age_seconds',
    help: 'How long the job that is due for longest has been waiting',
    registers: [registry],
  }),
  uploads: new Counter({
    name: 'skyfurrow_uploads_total',
    help: 'Uploads that ended since this process began: completed, given-up by their owner, expired',
    labelNames: ['outcome'],
    registers: [registry],
  }),
  uploadBytes: new Counter({
    name: 'skyfurrow_upload_bytes_completed_total',
    help: 'Bytes of the archives completed since this process began, whatever way they came',
    registers: [registry],
  }),
  alarms: new Counter({
    name: 'skyfurrow_security_events_total',
    help: 'What staff should look at, since this process began',
    labelNames: ['event'],
    registers: [registry],
  }),
})
