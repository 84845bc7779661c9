import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** Buckets from a call that reads one row to a part that takes ten minutes. */
const CALL_SECONDS = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 600]
const JOB_SECONDS = [0.05, 0.25, 1, 5, 30, 120, 600, 3600]
const STAGE_SECONDS = [1, 10, 60, 300, 1800, 7200, 28_800, 86_400]

export type Metrics = ReturnType<typeof createMetrics>

/** All metrics of this program. Labels have few, fixed values: no paths, no ids, no personal data. */
export function createMetrics({ version, roles }: { version: string; roles: readonly string[] }) {
  const registry = new Registry()
  const fromDatabase = new Registry()
  collectDefaultMetrics({ register: registry })
  const info = new Gauge({
    name: 'skyfurrow_info',
    help: 'Always 1; version and roles are labels',
    labelNames: ['version', 'roles'],
    registers: [registry],
  })
  info.set({ version, roles: roles.join(',') }, 1)
  return {
    registry,
    /** The metrics that are omitted if the database does not answer in time. */
    fromDatabase,
    ...callMetrics(registry),
    ...jobMetrics(registry),
    ...engineMetrics(registry),
    ...fileMetrics(registry),
    ...hostMetrics(registry),
    ...databaseMetrics(fromDatabase),
  }
}

const callMetrics = (registry: Registry) => ({
  callSeconds: new Histogram({
    name: 'skyfurrow_http_request_duration_seconds',
    help: 'Answered calls, by endpoint name and status class',
    labelNames: ['endpoint', 'status'],
    buckets: CALL_SECONDS,
    registers: [registry],
  }),
  rejections: new Counter({
    name: 'skyfurrow_http_rejected_total',
    help: 'Rejected calls: rate limit (429), database or file store down or busy (503), storage full (507)',
    labelNames: ['endpoint', 'reason'],
    registers: [registry],
  }),
  logins: new Counter({
    name: 'skyfurrow_logins_total',
    help: 'Successful (ok) and failed logins, without those rejected by a rate limit',
    labelNames: ['outcome'],
    registers: [registry],
  }),
})

const jobMetrics = (registry: Registry) => ({
  emails: new Counter({
    name: 'skyfurrow_emails_total',
    help: 'Attempts to send an email, by outcome',
    labelNames: ['outcome'],
    registers: [registry],
  }),
  jobRuns: new Counter({
    name: 'skyfurrow_job_runs_total',
    help: 'Runs of jobs in this process; a failed job is retried, up to twelve runs in all',
    labelNames: ['kind', 'outcome'],
    registers: [registry],
  }),
  jobSeconds: new Histogram({
    name: 'skyfurrow_job_duration_seconds',
    help: 'Duration of job runs',
    labelNames: ['kind'],
    buckets: JOB_SECONDS,
    registers: [registry],
  }),
})

const engineMetrics = (registry: Registry) => ({
  runsEnded: new Counter({
    name: 'skyfurrow_engine_runs_total',
    help: 'Orders that an engine has ended in this process: done, refused (for a reason people can change), broken (tried again), stopped',
    labelNames: ['engine', 'outcome'],
    registers: [registry],
  }),
  stageSeconds: new Histogram({
    name: 'skyfurrow_engine_stage_duration_seconds',
    help: 'Duration of the stages of runs',
    labelNames: ['engine', 'stage'],
    buckets: STAGE_SECONDS,
    registers: [registry],
  }),
  farmCapacity: new Gauge({
    name: 'skyfurrow_farm_capacity',
    help: 'Runs that the nodes of the farm in service work on at once, as they said last',
    registers: [registry],
  }),
  farmNodesAway: new Gauge({
    name: 'skyfurrow_farm_nodes_away',
    help: 'Nodes of the farm that did not answer when they were asked last, or refused',
    registers: [registry],
  }),
})

const fileMetrics = (registry: Registry) => ({
  partsReceived: new Counter({
    name: 'skyfurrow_parts_received_total',
    help: 'Parts received by this process; parts for a bucket do not pass it',
    registers: [registry],
  }),
  partBytesReceived: new Counter({
    name: 'skyfurrow_part_bytes_received_total',
    help: 'Bytes of the parts received by this process',
    registers: [registry],
  }),
  downloadBytes: new Counter({
    name: 'skyfurrow_download_bytes_total',
    help: 'Bytes read for downloads from the embedded store; a bucket serves its own downloads',
    registers: [registry],
  }),
  storeErrors: new Counter({
    name: 'skyfurrow_object_store_errors_total',
    help: 'Failed operations of the file store, without invalid requests of callers',
    labelNames: ['operation'],
    registers: [registry],
  }),
})

const hostMetrics = (registry: Registry) => ({
  diskFree: new Gauge({
    name: 'skyfurrow_data_dir_free_bytes',
    help: 'Free space on the file system of DATA_DIR',
    registers: [registry],
  }),
  diskSize: new Gauge({
    name: 'skyfurrow_data_dir_size_bytes',
    help: 'Size of the file system of DATA_DIR',
    registers: [registry],
  }),
  connections: new Gauge({
    name: 'skyfurrow_database_connections',
    help: 'Connections of the PostgreSQL pool (total, idle), and calls that wait for one (waiting)',
    labelNames: ['state'],
    registers: [registry],
  }),
  sourceOk: new Gauge({
    name: 'skyfurrow_scrape_ok',
    help: '0 if the database or the disk did not answer in time',
    labelNames: ['source'],
    registers: [registry],
  }),
})

/** Equal in every process: aggregate with max, not sum. */
const databaseMetrics = (registry: Registry) => ({
  emailsPending: new Gauge({
    name: 'skyfurrow_emails_pending',
    help: 'Emails that are not sent yet',
    registers: [registry],
  }),
  emailsUndelivered: new Gauge({
    name: 'skyfurrow_emails_undelivered',
    help: 'Emails whose delivery failed permanently, until staff retry them',
    registers: [registry],
  }),
  uploadsOpen: new Gauge({
    name: 'skyfurrow_uploads_open',
    help: 'Open uploads: started, and neither completed nor cancelled',
    registers: [registry],
  }),
  jobs: new Gauge({
    name: 'skyfurrow_jobs',
    help: 'Jobs that wait, run, or are dead (failed after twelve attempts)',
    labelNames: ['kind', 'state'],
    registers: [registry],
  }),
  oldestJob: new Gauge({
    name: 'skyfurrow_jobs_oldest_age_seconds',
    help: 'How long the oldest due job has been waiting',
    registers: [registry],
  }),
  runs: new Gauge({
    name: 'skyfurrow_engine_runs',
    help: 'Runs that wait for an engine (QUEUED), or that it works on (RUNNING)',
    labelNames: ['engine', 'state'],
    registers: [registry],
  }),
  oldestRun: new Gauge({
    name: 'skyfurrow_engine_oldest_run_seconds',
    help: 'How long the oldest run has been waiting for its engine',
    labelNames: ['engine'],
    registers: [registry],
  }),
  uploads: new Counter({
    name: 'skyfurrow_uploads_total',
    help: 'Uploads that ended since this process started: completed, cancelled by their owner, expired',
    labelNames: ['outcome'],
    registers: [registry],
  }),
  uploadBytes: new Counter({
    name: 'skyfurrow_upload_bytes_completed_total',
    help: 'Bytes of the archives completed since this process started',
    registers: [registry],
  }),
  securityEvents: new Counter({
    name: 'skyfurrow_security_events_total',
    help: 'Security events that staff should check, since this process started',
    labelNames: ['event'],
    registers: [registry],
  }),
})
