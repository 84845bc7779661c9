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
  const ours = metricsIn(registry)
  ours
    .gauge('skyfurrow_info', 'Always 1; version and roles are labels', 'version', 'roles')
    .set({ version, roles: roles.join(',') }, 1)
  return {
    registry,
    /** The metrics that are omitted if the database does not answer in time. */
    fromDatabase,
    ...callMetrics(ours),
    ...jobMetrics(ours),
    ...engineMetrics(ours),
    ...fileMetrics(ours),
    ...hostMetrics(ours),
    ...databaseMetrics(metricsIn(fromDatabase)),
  }
}

/** What makes metrics, each with its labels. */
function metricsIn(registry: Registry) {
  const registers = [registry]
  return {
    counter: <Label extends string = never>(name: string, help: string, ...labelNames: Label[]) =>
      new Counter({ name, help, labelNames, registers }),
    gauge: <Label extends string = never>(name: string, help: string, ...labelNames: Label[]) =>
      new Gauge({ name, help, labelNames, registers }),
    histogram: <Label extends string>(name: string, help: string, how: { labelNames: Label[]; buckets: number[] }) =>
      new Histogram({ name, help, ...how, registers }),
  }
}

type Made = ReturnType<typeof metricsIn>

const callMetrics = ({ counter, histogram }: Made) => ({
  callSeconds: histogram(
    'skyfurrow_http_request_duration_seconds',
    'Answered calls, by endpoint name and status class',
    { labelNames: ['endpoint', 'status'], buckets: CALL_SECONDS },
  ),
  rejections: counter(
    'skyfurrow_http_rejected_total',
    'Rejected calls: rate limit (429), database or file store down or busy (503), storage full (507)',
    'endpoint',
    'reason',
  ),
  logins: counter(
    'skyfurrow_logins_total',
    'Successful (ok) and failed logins, without those rejected by a rate limit',
    'outcome',
  ),
})

const jobMetrics = ({ counter, histogram }: Made) => ({
  emails: counter('skyfurrow_emails_total', 'Attempts to send an email, by outcome', 'outcome'),
  jobRuns: counter(
    'skyfurrow_job_runs_total',
    'Runs of jobs in this process; a failed job is retried, up to twelve runs in all',
    'kind',
    'outcome',
  ),
  jobSeconds: histogram('skyfurrow_job_duration_seconds', 'Duration of job runs', {
    labelNames: ['kind'],
    buckets: JOB_SECONDS,
  }),
})

const engineMetrics = ({ counter, gauge, histogram }: Made) => ({
  runsEnded: counter(
    'skyfurrow_engine_runs_total',
    'Orders that an engine has ended in this process: done, refused (for a reason people can change), broken (tried again), stopped',
    'engine',
    'outcome',
  ),
  stageSeconds: histogram('skyfurrow_engine_stage_duration_seconds', 'Duration of the stages of runs', {
    labelNames: ['engine', 'stage'],
    buckets: STAGE_SECONDS,
  }),
  farmCapacity: gauge(
    'skyfurrow_farm_capacity',
    'Runs that the nodes of the farm in service work on at once, as they said last',
  ),
  farmNodesAway: gauge(
    'skyfurrow_farm_nodes_away',
    'Nodes of the farm that did not answer when they were asked last, or refused',
  ),
})

const fileMetrics = ({ counter }: Made) => ({
  partsReceived: counter(
    'skyfurrow_parts_received_total',
    'Parts received by this process; parts for a bucket do not pass it',
  ),
  partBytesReceived: counter('skyfurrow_part_bytes_received_total', 'Bytes of the parts received by this process'),
  downloadBytes: counter(
    'skyfurrow_download_bytes_total',
    'Bytes read for downloads from the embedded store; a bucket serves its own downloads',
  ),
  storeErrors: counter(
    'skyfurrow_object_store_errors_total',
    'Failed operations of the file store, without invalid requests of callers',
    'operation',
  ),
})

const hostMetrics = ({ gauge }: Made) => ({
  diskFree: gauge('skyfurrow_data_dir_free_bytes', 'Free space on the file system of DATA_DIR'),
  diskSize: gauge('skyfurrow_data_dir_size_bytes', 'Size of the file system of DATA_DIR'),
  connections: gauge(
    'skyfurrow_database_connections',
    'Connections of the PostgreSQL pool (total, idle), and calls that wait for one (waiting)',
    'state',
  ),
  sourceOk: gauge('skyfurrow_scrape_ok', '0 if the database or the disk did not answer in time', 'source'),
})

/** Equal in every process: aggregate with max, not sum. */
const databaseMetrics = ({ counter, gauge }: Made) => ({
  emailsPending: gauge('skyfurrow_emails_pending', 'Emails that are not sent yet'),
  emailsUndelivered: gauge(
    'skyfurrow_emails_undelivered',
    'Emails whose delivery failed permanently, until staff retry them',
  ),
  uploadsOpen: gauge('skyfurrow_uploads_open', 'Open uploads: started, and neither completed nor cancelled'),
  jobs: gauge('skyfurrow_jobs', 'Jobs that wait, run, or are dead (failed after twelve attempts)', 'kind', 'state'),
  oldestJob: gauge('skyfurrow_jobs_oldest_age_seconds', 'How long the oldest due job has been waiting'),
  runs: gauge(
    'skyfurrow_engine_runs',
    'Runs that wait for an engine (QUEUED), or that it works on (RUNNING)',
    'engine',
    'state',
  ),
  oldestRun: gauge(
    'skyfurrow_engine_oldest_run_seconds',
    'How long the oldest run has been waiting for its engine',
    'engine',
  ),
  uploads: counter(
    'skyfurrow_uploads_total',
    'Uploads that ended since this process started: completed, cancelled by their owner, expired',
    'outcome',
  ),
  uploadBytes: counter(
    'skyfurrow_upload_bytes_completed_total',
    'Bytes of the archives completed since this process started',
  ),
  securityEvents: counter(
    'skyfurrow_security_events_total',
    'Security events that staff should check, since this process started',
    'event',
  ),
})
