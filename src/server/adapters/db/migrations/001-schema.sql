-- The schema. Times of people's actions are kept in milliseconds, as JavaScript has them, so that a cursor names a row exactly.

-- What lists are searched by: words between single spaces.
create function search_words(said text) returns text language sql immutable strict parallel safe return
  regexp_replace(' ' || translate(lower(said), $$!"#$%&'()*+,-./:;<=>?@[\]^_`{|}~$$, repeat(' ', 32)) || ' ', '\s+', ' ', 'g');

create function month_of(at timestamptz) returns int language sql immutable strict parallel safe return
  (extract(year from at at time zone 'UTC') * 12 + extract(month from at at time zone 'UTC'))::int;

-- Each word with its month before it: so an index has a list of rows for the word of each month, and none of years.
create function terms_of_month(at timestamptz, kind text, words text) returns tsvector language sql immutable strict parallel safe return
  array_to_tsvector(array(select month_of(at) || kind || word from unnest(string_to_array(trim(words), ' ')) as word));

create function terms_of_user(at timestamptz, status text, email text, name text) returns tsvector
  language sql immutable strict parallel safe return
  terms_of_month(at, ' status ', status) || terms_of_month(at, ' email ', email) || terms_of_month(at, ' name ', name);

create function words_of_request(full_name text, email text, project_name text, file_name text) returns text
  language sql immutable strict parallel safe return
  search_words(full_name || ' ' || email || ' ' || project_name || ' ' || file_name);

create function terms_of_request(at timestamptz, status text, words text) returns tsvector
  language sql immutable strict parallel safe return
  terms_of_month(at, ' status ', status) || terms_of_month(at, ' word ', words);

create function terms_of_queue(at timestamptz, status text, words text, project text, assignee text, customer text) returns tsvector
  language sql immutable parallel safe return
  terms_of_month(at, ' status ', status) || terms_of_month(at, ' word ', words) ||
  terms_of_month(at, ' project ', md5(replace(project, '_', ' '))) ||
  terms_of_month(at, ' assignee ', coalesce(assignee, 'nobody')) || terms_of_month(at, ' customer ', customer);

create table audit (
  id bigint generated always as identity primary key,
  at timestamptz(3) not null,
  actor_id text,
  action text not null,
  subject text not null,
  before jsonb,
  after jsonb,
  request_id text not null,
  address text not null,
  token text
);
create index audit_actor on audit (actor_id, id);
create index audit_purges on audit (id) where action = 'deletion.purged';
create index audit_renames on audit (at) where action = 'account.renamed';
create index audit_subject on audit (subject, id);

create table emails (
  id text primary key,
  to_email text not null,
  subject text not null,
  text text not null,
  html text not null,
  created_at timestamptz(3) not null,
  sent_at timestamptz(3),
  status text not null default 'WAITING' check (status in ('WAITING', 'SENT', 'FAILED', 'EXPIRED')),
  attempts int not null default 0,
  unknown_attempts int not null default 0,
  last_error text,
  expires_at timestamptz(3),
  settled_at timestamptz(3),
  picture_file_ids jsonb not null default '[]'
);
create index emails_settled on emails (settled_at) where settled_at is not null;
create index emails_undelivered on emails (settled_at desc, id desc) where status in ('FAILED', 'EXPIRED');
create index emails_waiting on emails (to_email) where status = 'WAITING';

create table login_attempts (
  key text primary key,
  attempts int not null,
  attempted_at timestamptz(3) not null
);

create table messages (
  id text primary key,
  name text not null,
  email text not null,
  message text not null,
  created_at timestamptz(3) not null
);

create table rate_limit_buckets (
  key text primary key,
  full_at timestamptz(3) not null
);

create table rate_limit_hits (
  key text not null,
  at timestamptz(3) not null,
  subject text
);
create index rate_limit_hits_at on rate_limit_hits (at);
create index rate_limit_hits_key on rate_limit_hits (key, at);

create table secret_key_id (
  one boolean default true primary key check (one),
  key_id text not null
);

create table users (
  id text primary key,
  email text not null unique,
  full_name text not null,
  password_hash text not null,
  role text not null check (role in ('ADMIN', 'USER')),
  status text not null check (status in ('PENDING', 'APPROVED', 'REJECTED', 'ON_HOLD')),
  message text,
  confirmed_at timestamptz(3),
  created_at timestamptz(3) not null,
  version int not null default 1,
  must_change_password boolean not null default false,
  email_words text not null default '',
  name_words text not null default '',
  organisation text,
  held_because text,
  archives_kept_days int check (archives_kept_days >= 0),
  approved_at timestamptz(3),
  -- The person at the service where they log in, as `issuer subject`.
  sign_on_id text unique
);
create index users_approvals on users (approved_at desc) where approved_at is not null;
create index users_newest on users (created_at desc, id desc);
create index users_of_status on users (status, created_at desc, id desc);
create index users_search on users using gin (terms_of_user(created_at, status, email_words, name_words)) with (fastupdate = off);
create index users_staff on users (id) where role = 'ADMIN';
create index users_waiting on users (id) where status = 'PENDING' and confirmed_at is not null;

create table work (
  id text primary key,
  job_id uuid unique,
  kind text not null,
  subject text not null,
  state text not null default 'QUEUED' check (state in ('QUEUED', 'RUNNING', 'DONE', 'FAILED', 'CANCELLED')),
  stage text not null default '',
  fraction real not null default 0,
  tries int not null default 0,
  holder text,
  reason text,
  requested_at timestamptz(3) not null,
  started_at timestamptz(3),
  ended_at timestamptz(3)
);
create index work_ended on work (ended_at) where ended_at is not null;
create index work_of_subject on work (kind, subject, requested_at desc);
create unique index work_one_at_a_time on work (kind, subject) where job_id is null and state in ('QUEUED', 'RUNNING');

create table codes (
  user_id text not null references users on delete cascade,
  purpose text not null check (purpose in ('CONFIRM', 'RESET')),
  code_hash text not null,
  expires_at timestamptz(3) not null,
  tries int not null default 0,
  primary key (user_id, purpose)
);
create index codes_expiry on codes (expires_at);

-- What people have deleted, or what is no longer kept. Without a time it is kept although the time to keep it is over.
create table deletions (
  kind text not null check (kind in ('file', 'archive', 'request', 'trial', 'project', 'account')),
  subject_id text not null,
  owner_id text not null references users on delete cascade,
  asked_by text,
  asked_at timestamptz(3) not null,
  purge_on timestamptz(3),
  reminded boolean not null default false,
  primary key (kind, subject_id)
);
create index deletions_due on deletions (purge_on) where purge_on is not null;
create index deletions_of_owner on deletions (owner_id);

create table email_settings (
  user_id text not null references users on delete cascade,
  topic text not null,
  choice text not null check (choice in ('AT_ONCE', 'DAILY', 'OFF')),
  primary key (user_id, topic)
);

create table invitations (
  id text primary key,
  account_id text not null references users on delete cascade,
  email text not null,
  role text not null check (role in ('owner', 'editor', 'viewer')),
  code_hash text not null unique,
  invited_by text references users on delete set null,
  -- So that a repeat is answered like the first one.
  accepted_by text references users on delete cascade,
  expires_at timestamptz(3) not null,
  unique (account_id, email)
);
create index invitations_expiry on invitations (expires_at);

-- Who works in whose account. An account has the id and the row of the person who registered it, the first of its owners.
create table memberships (
  account_id text not null references users on delete cascade,
  user_id text not null references users on delete cascade,
  role text not null check (role in ('owner', 'editor', 'viewer')),
  since timestamptz(3) not null,
  used_at timestamptz(3) not null,
  primary key (account_id, user_id)
);
create index memberships_of_person on memberships (user_id);
create function add_owner() returns trigger language plpgsql as $$
  begin
    insert into memberships (account_id, user_id, role, since, used_at)
      values (new.id, new.id, 'owner', new.created_at, new.created_at);
    return null;
  end
$$;
create trigger users_own_their_account after insert on users for each row execute function add_owner();

create table notices (
  id text primary key,
  user_id text not null references users on delete cascade,
  kind text not null,
  subject text not null,
  facts jsonb not null,
  in_daily_email boolean not null default false,
  created_at timestamptz(3) not null,
  read_at timestamptz(3)
);
create index notices_in_daily_email on notices (user_id) where in_daily_email;
create index notices_of_user on notices (user_id, created_at desc, id desc);
create index notices_oldest on notices (created_at);
create index notices_unread on notices (user_id) where read_at is null;

create table projects (
  id text default gen_random_uuid()::text primary key,
  account_id text not null references users on delete cascade,
  name text not null,
  assigned boolean not null,
  position int not null default 0,
  created_at timestamptz(3) not null default now(),
  starts_preview boolean not null default false,
  unique (account_id, name)
);
create index projects_assigned on projects (account_id, position) include (name) where assigned;
create index projects_by_name on projects ((lower(name)) collate "C", name collate "C");

create table recovery_codes (
  user_id text not null references users on delete cascade,
  code_hash text not null,
  primary key (user_id, code_hash)
);

create table second_factors (
  user_id text primary key references users on delete cascade,
  secret text not null,
  started_at timestamptz(3) not null,
  confirmed_at timestamptz(3),
  last_step int not null default 0
);

create table sessions (
  id text primary key,
  user_id text not null references users on delete cascade,
  -- Null for their own.
  account_id text references users on delete cascade,
  generation int not null default 1,
  created_at timestamptz(3) not null,
  used_at timestamptz(3) not null,
  ended_at timestamptz(3),
  device text not null default '',
  address text not null default '',
  used_generation int not null default 0
);
create index sessions_user on sessions (user_id);

create table analyses (
  id text primary key,
  account_id text not null references users,
  project_id text not null references projects,
  project_name text not null,
  description text not null,
  report_categories text[] not null,
  status text not null check (status in ('UPLOADING', 'PENDING', 'UNDER_REVIEW', 'PROCESSED', 'REJECTED')),
  message text,
  submitted_at timestamptz(3) not null,
  version int not null default 1,
  search_words text not null default '',
  assignee_id text references users,
  flight_answers jsonb
);
create index analyses_newest on analyses (submitted_at desc, id desc) where status <> 'UPLOADING';
create index analyses_of_project on analyses (project_id);
create index analyses_of_status on analyses (status, submitted_at desc, id desc);
create index analyses_of_account on analyses (account_id, submitted_at desc, id desc);
create index analyses_queue on analyses
  using gin (terms_of_queue(submitted_at, status, search_words, project_name, assignee_id, account_id)) with (fastupdate = off);
create index analyses_search on analyses using gin (terms_of_request(submitted_at, status, search_words)) with (fastupdate = off);

create table rotations (
  session_id text not null references sessions on delete cascade,
  generation int not null,
  used_at timestamptz(3) not null,
  primary key (session_id, generation)
);

create table trials (
  id text primary key,
  account_id text not null references users,
  project_id text references projects,
  name text not null,
  crop text,
  planting_date text,
  created_at timestamptz not null
);
create index trials_by_project on trials (project_id);
create index trials_by_time on trials (created_at desc, id desc);
create index trials_of_account on trials (account_id, created_at desc, id desc);

create table uploads (
  id text primary key,
  storage_upload_id text not null,
  analysis_id text references analyses,
  project_id text references projects,
  stated jsonb,
  account_id text not null references users,
  user_id text not null references users,
  kind text not null check (kind in ('ARCHIVE', 'REPORT', 'OWN')),
  file_name text not null,
  storage_key text not null,
  total_parts int not null,
  part_bytes bigint not null,
  file_bytes bigint,
  remarks text not null default '',
  state text not null check (state in ('OPEN', 'COMPLETE', 'ABANDONED')),
  receipts_hash text,
  started_at timestamptz(3) not null,
  touched_at timestamptz(3) not null,
  fingerprint text,
  sender_digest text,
  receipts jsonb,
  publish boolean,
  answer jsonb,
  check ((kind = 'OWN') = (analysis_id is null) and (kind = 'OWN') = (project_id is not null))
);
create index uploads_idle on uploads (touched_at) where state = 'OPEN';
create index uploads_in_store on uploads (storage_upload_id) where state = 'OPEN';
create index uploads_of_analysis on uploads (analysis_id);
create index uploads_of_account on uploads (account_id)
  include (file_bytes, total_parts, part_bytes) where kind <> 'REPORT' and state <> 'ABANDONED';
create unique index uploads_one_open_archive on uploads (analysis_id) where kind = 'ARCHIVE' and state = 'OPEN';
create index uploads_open on uploads (user_id, started_at) where state = 'OPEN';
create index uploads_of_person on uploads (user_id);

create table reports (
  analysis_id text primary key references analyses,
  remarks text not null,
  updated_by text not null references users,
  updated_at timestamptz(3) not null,
  opened_at timestamptz
);

create table runs (
  id text primary key references work deferrable initially deferred,
  analysis_id text not null references analyses,
  file_id text,
  engine text not null check (engine in ('preview', 'farm')),
  preset text,
  options jsonb not null,
  priority text not null check (priority in ('normal', 'high')),
  attempt int not null,
  engine_version text,
  remembered text,
  writing text,
  advice text,
  evidence jsonb not null,
  suggested_options jsonb,
  quality jsonb,
  megapixels float8,
  started_by text references users,
  restarted_from text
);
create index runs_of_archive on runs (file_id);
create index runs_of_request on runs (analysis_id);

create table trial_columns (
  id text primary key,
  trial_id text not null references trials on delete cascade,
  name text not null,
  unit text,
  taken_on text,
  plot_values jsonb not null,
  author_id text references users on delete set null,
  changed_at timestamptz not null,
  value_type text
);
create unique index trial_columns_once on trial_columns (trial_id, name, coalesce(taken_on, ''));

-- Photos of plots that phones send. The bytes of one come after its row.
create table plot_images (
  id text primary key,
  trial_id text not null references trials on delete cascade,
  plot_id text not null,
  name text not null,
  file_name text not null,
  taken_at text,
  author_id text references users on delete set null,
  made_at timestamptz not null,
  bytes bytea,
  width int,
  height int
);
create unique index plot_images_once on plot_images (trial_id, plot_id, file_name, coalesce(taken_at, ''));
alter table plot_images alter column bytes set storage external;

create table trial_formulas (
  id text primary key,
  trial_id text not null references trials on delete cascade,
  trait text,
  name text not null,
  formula text not null,
  unit text,
  author_id text references users on delete set null,
  changed_at timestamptz not null
);
create unique index trial_formulas_once on trial_formulas (trial_id, (trait is null), lower(coalesce(trait, name)));

create table trial_plots (
  trial_id text not null references trials on delete cascade,
  version int not null,
  crs jsonb not null,
  count int not null,
  bounds jsonb not null,
  sha256 text not null,
  author_id text references users on delete set null,
  created_at timestamptz not null,
  layout jsonb,
  bytes bigint not null,
  primary key (trial_id, version)
);

create table plots (
  trial_id text not null,
  version int not null,
  place int not null,
  number int not null,
  plot_id text not null,
  attributes jsonb not null,
  geometry jsonb not null,
  lon_lat jsonb,
  primary key (trial_id, version, place),
  foreign key (trial_id, version) references trial_plots on delete cascade
);

-- Partner stations that read or change a trial. One that isn't accepted is an offer by email.
create table trial_shares (
  id text primary key,
  trial_id text not null references trials on delete cascade,
  email text not null,
  role text not null check (role in ('editor', 'viewer')),
  code_hash text not null unique,
  expires_at timestamptz(3) not null,
  account_id text references users on delete cascade,
  accepted_at timestamptz(3),
  unique (trial_id, email)
);
create index trial_shares_expiry on trial_shares (expires_at) where account_id is null;
create index trial_shares_of_account on trial_shares (account_id) where account_id is not null;

-- Links that show one thing to anybody who has them. What is removed takes them along (src/server/features/links).
create table links (
  id text primary key,
  account_id text not null references users on delete cascade,
  kind text not null check (kind in ('report', 'map', 'trial')),
  subject_id text not null,
  ends_on date not null,
  password_hash text,
  may_download boolean not null,
  made_by text references users on delete set null,
  made_at timestamptz(3) not null,
  opened int not null default 0,
  opened_at timestamptz(3)
);
create index links_of_account on links (account_id, made_at desc);
create index links_ended on links (ends_on);

-- Addresses that are told of what happens in an account (src/server/features/webhooks). Their secrets are derived from their ids.
create table webhooks (
  id text primary key,
  account_id text not null references users on delete cascade,
  url text not null,
  events text[] not null,
  made_by text references users on delete set null,
  made_at timestamptz(3) not null
);
create index webhooks_of_account on webhooks (account_id, made_at desc);
create table webhook_deliveries (
  id text primary key,
  webhook_id text not null references webhooks on delete cascade,
  event text not null,
  -- What it tells of, once.
  subject text not null,
  body text not null,
  state text not null default 'WAITING' check (state in ('WAITING', 'SENT', 'FAILED')),
  attempts int not null default 0,
  status int,
  problem text,
  made_at timestamptz(3) not null,
  settled_at timestamptz(3),
  unique (webhook_id, event, subject)
);
create index webhook_deliveries_newest on webhook_deliveries (webhook_id, made_at desc);
create index webhook_deliveries_old on webhook_deliveries (made_at);

-- With which programs work for a person in an account (src/server/features/tokens).
create table api_tokens (
  id text primary key,
  account_id text not null references users on delete cascade,
  user_id text not null references users on delete cascade,
  project_id text references projects on delete cascade,
  name text not null,
  scopes text[] not null check (scopes <@ array['read', 'trials:write', 'uploads:write', 'brapi']),
  secret_hash text not null unique,
  ends_on date,
  made_at timestamptz(3) not null,
  used_at timestamptz(3)
);
create index api_tokens_of_account on api_tokens (account_id, made_at desc);
create index api_tokens_of_person on api_tokens (user_id);
create index api_tokens_of_project on api_tokens (project_id);
create index api_tokens_ended on api_tokens (ends_on);

-- Variables that breeding databases have made, until an own column has one.
create table own_variables (
  account_id text not null references users on delete cascade,
  id text not null,
  name text not null,
  unit text,
  value_type text not null check (value_type in ('number', 'date', 'text')),
  author_id text references users on delete set null,
  made_at timestamptz(3) not null,
  primary key (account_id, id)
);

-- What breeding databases search for, until they have read it.
create table brapi_searches (
  id text primary key,
  user_id text not null references users on delete cascade,
  noun text not null,
  asked jsonb not null,
  made_at timestamptz(3) not null
);
create index brapi_searches_of_person on brapi_searches (user_id, made_at desc);
create index brapi_searches_ended on brapi_searches (made_at);

create table trial_temperatures (
  trial_id text primary key references trials on delete cascade,
  base float8 not null,
  upper float8,
  days jsonb not null,
  author_id text references users on delete set null,
  changed_at timestamptz not null
);

create table files (
  id text default gen_random_uuid()::text primary key,
  upload_id text,
  account_id text not null references users,
  project_id text not null references projects,
  analysis_id text references analyses,
  kind text not null check (kind in ('ARCHIVE', 'REPORT', 'PRODUCT', 'OWN')),
  file_name text not null,
  storage_key text not null,
  bytes bigint not null,
  created_at timestamptz(3) not null,
  published_at timestamptz(3),
  sha256 text,
  digest text,
  inspection jsonb,
  virus_scan text,
  scanned_at timestamptz(3),
  added_by text references users on delete set null,
  remarks text not null default '',
  sender_digest text,
  crc32 text check (crc32 ~ '^[0-9a-f]{8}$'),
  preview jsonb,
  damaged_at timestamptz,
  points jsonb,
  model jsonb,
  run_id text references runs,
  product_kind text,
  purpose text,
  constraint files_of_upload unique (upload_id),
  check ((kind = 'OWN') = (analysis_id is null))
);
create index files_of_account on files (account_id, created_at) where kind <> 'ARCHIVE';
create index files_by_content on files (sha256) where kind <> 'ARCHIVE';
create index files_of_analysis on files (analysis_id, created_at);
create index files_of_run on files (run_id) where run_id is not null;
alter table runs add foreign key (file_id) references files on delete set null deferrable initially deferred;
create index files_without_crc32 on files (created_at) where kind in ('REPORT', 'OWN') and crc32 is null and damaged_at is null;
create index files_without_digest on files (created_at) where sha256 is null;
create index files_without_inspection on files (created_at) where kind = 'ARCHIVE' and inspection is null;
create index files_without_preview on files (created_at) where kind in ('REPORT', 'OWN') and preview is null and damaged_at is null;
create index files_without_scan on files (created_at) where virus_scan is null;

create table measurements (
  id text primary key references work deferrable initially deferred,
  trial_id text not null,
  plots_version int not null,
  settings jsonb not null,
  software_version text not null,
  author_id text references users on delete set null,
  created_at timestamptz not null,
  foreign key (trial_id, plots_version) references trial_plots on delete cascade
);
create index measurements_by_trial on measurements (trial_id, created_at desc);

create table run_lines (
  run_id text not null references runs on delete cascade,
  number int not null,
  at timestamptz not null,
  line text not null,
  primary key (run_id, number)
);

create table flight_files (
  key text not null,
  map_file_id text not null references files on delete cascade,
  bytes bigint,
  primary key (map_file_id, key)
);

create table flights (
  file_id text primary key references files on delete cascade,
  maker int not null,
  reason text,
  flight jsonb,
  answers jsonb,
  photos bytea,
  acknowledged jsonb not null default '[]',
  worst text,
  open int,
  west float8,
  south float8,
  east float8,
  north float8,
  hull jsonb,
  told_at timestamptz
);

create table maps (
  file_id text primary key references files on delete cascade,
  state text not null check (state in ('PREPARING', 'READY', 'NOT_A_MAP', 'FAILED')),
  reason text,
  maker int not null,
  facts jsonb,
  stated jsonb not null default '{}',
  copy jsonb
);

create table trial_flights (
  id text primary key,
  trial_id text not null references trials on delete cascade,
  taken_on text not null,
  taken_at text,
  moment text not null generated always as (taken_on || coalesce(' ' || taken_at, '')) stored,
  created_at timestamptz not null,
  constraint trial_flights_moment unique (trial_id, moment)
);

create table flight_layers (
  flight_id text not null references trial_flights on delete cascade,
  kind text not null check (kind in ('rgb', 'multispectral', 'thermal', 'elevation', 'bareGround')),
  file_id text references files on delete set null,
  name text not null,
  primary key (flight_id, kind)
);
create index flight_layers_by_file on flight_layers (file_id);

create table trial_grounds (
  trial_id text primary key references trials on delete cascade,
  file_id text references files on delete set null,
  name text not null
);
create index trial_grounds_by_file on trial_grounds (file_id);

-- The layers of flights, and the bare ground of the trial where a flight with another elevation has none of its own.
create view used_layers as
  select flight_id, kind, file_id, name, false as of_trial from flight_layers
  union all
  select elevation.flight_id, 'bareGround', trial_grounds.file_id, trial_grounds.name, true
  from trial_grounds
    join trial_flights on trial_flights.trial_id = trial_grounds.trial_id
    join flight_layers elevation on elevation.flight_id = trial_flights.id and elevation.kind = 'elevation'
      and elevation.file_id is distinct from trial_grounds.file_id
  where not exists (
    select 1 from flight_layers own where own.flight_id = trial_flights.id and own.kind = 'bareGround');

create table applied_shifts (
  flight_id text primary key references trial_flights on delete cascade,
  reference_id text references trial_flights on delete set null,
  flight_map text not null,
  east_metres float8 not null,
  north_metres float8 not null,
  author_id text references users on delete set null,
  applied_at timestamptz not null
);
create index applied_shifts_reference on applied_shifts (reference_id);

create table measured_flights (
  measurement_id text not null references measurements on delete cascade,
  flight_id text not null references trial_flights on delete cascade,
  inputs text not null,
  photo_inputs text not null,
  method jsonb not null,
  primary key (measurement_id, flight_id)
);
create index measured_flights_by_flight on measured_flights (flight_id);
create index measured_flights_by_inputs on measured_flights (inputs);

create table measured_shifts (
  flight_id text primary key references trial_flights on delete cascade,
  reference_id text not null references trial_flights on delete cascade,
  maker int not null,
  flight_map text,
  reference_map text,
  measured jsonb not null,
  author_id text references users on delete set null,
  measured_at timestamptz not null
);
create index measured_shifts_reference on measured_shifts (reference_id);

create table shift_runs (
  id text primary key references work on delete cascade deferrable initially deferred,
  trial_id text not null unique references trials on delete cascade,
  reference_id text not null references trial_flights on delete cascade,
  author_id text references users on delete set null,
  created_at timestamptz not null
);

-- The study of a trial in a breeding database of others (src/server/features/exchange). The token is encrypted.
create table study_connections (
  trial_id text primary key references trials on delete cascade,
  url text not null,
  sealed_token text,
  study_id text not null,
  study_name text not null,
  sends_after_measuring boolean not null,
  sending_id text,
  sending_until timestamptz(3),
  author_id text references users on delete set null,
  changed_at timestamptz not null
);

-- The newest one in each direction.
create table exchanges (
  id text primary key references work on delete cascade deferrable initially deferred,
  trial_id text not null references trials on delete cascade,
  direction text not null check (direction in ('pull', 'push')),
  step text not null check (step in ('compare', 'write')),
  replaces boolean not null,
  digest text,
  changes jsonb,
  follows_up boolean not null default false,
  report jsonb,
  author_id text references users on delete set null,
  created_at timestamptz not null,
  unique (trial_id, direction)
);

-- What an account calls our traits, in Crop Ontology or a list of its own.
create table trait_names (
  account_id text not null references users on delete cascade,
  variable_id text not null,
  name text not null,
  primary key (account_id, variable_id)
);

create table trial_exclusions (
  id text primary key,
  trial_id text not null references trials on delete cascade,
  plot_id text not null,
  flight_id text references trial_flights on delete cascade,
  reason text not null,
  author_id text references users on delete set null,
  created_at timestamptz not null
);
create index trial_exclusions_by_flight on trial_exclusions (flight_id);
create unique index trial_exclusions_once on trial_exclusions (trial_id, plot_id, coalesce(flight_id, ''));

create table flight_values (
  flight_id text not null references trial_flights on delete cascade,
  inputs text not null,
  trait text not null,
  unit text not null,
  columns jsonb not null,
  data bytea not null,
  primary key (flight_id, inputs, trait)
);
alter table flight_values alter column data set storage external;

create table season_flags (
  measurement_id text not null,
  flight_id text not null,
  trait text not null,
  flags bytea not null,
  primary key (measurement_id, flight_id, trait),
  foreign key (measurement_id, flight_id) references measured_flights on delete cascade
);

create view measured_traits as
  select measured.measurement_id, stored.flight_id, stored.trait, stored.unit, stored.columns, stored.data,
    season_flags.flags as season_flags
  from measured_flights measured
    join flight_values stored on stored.flight_id = measured.flight_id
      and stored.inputs in (measured.inputs, measured.photo_inputs)
    left join season_flags on season_flags.measurement_id = measured.measurement_id
      and season_flags.flight_id = stored.flight_id and season_flags.trait = stored.trait;

create function refuse_change() returns trigger language plpgsql as $$
  begin
    raise exception 'The activity log only grows';
  end
$$;
create trigger audit_only_grows before update or delete or truncate on audit
  for each statement execute function refuse_change();

create function note_words_of_user() returns trigger language plpgsql as $$
  begin
    new.email_words := search_words(new.email);
    new.name_words := search_words(new.full_name);
    return new;
  end
$$;
create trigger users_have_words before insert or update of email, full_name on users
  for each row execute function note_words_of_user();

-- A project keeps its name, and an index can't look it up.
create function note_project_name() returns trigger language plpgsql as $$
  begin
    select name into new.project_name from projects where id = new.project_id;
    return new;
  end
$$;
create trigger requests_have_project_name before insert on analyses
  for each row execute function note_project_name();

create function archive_names(request text) returns text language sql stable return (
  select coalesce(string_agg(file_name, ' ' order by started_at, id), '') from uploads
    where analysis_id = request and kind = 'ARCHIVE' and (answer is null or state = 'COMPLETE')
);
create function note_words_of_request() returns trigger language plpgsql as $$
  begin
    update analyses set search_words = words_of_request(full_name, email, project_name, archive_names(new.analysis_id))
      from users
      where analyses.id = new.analysis_id and users.id = analyses.account_id
        and search_words <> words_of_request(full_name, email, project_name, archive_names(new.analysis_id));
    return null;
  end
$$;
create trigger requests_have_words after insert on uploads
  for each row when (new.kind = 'ARCHIVE') execute function note_words_of_request();
create trigger answers_have_words after update of state on uploads
  for each row when (new.answer is not null and new.state = 'COMPLETE' and old.state <> 'COMPLETE')
  execute function note_words_of_request();

-- Pages that are open read again what they show (src/server/http/event-routes.ts).
create function tell_account() returns trigger language plpgsql as $$
  begin
    perform pg_notify('changes', to_jsonb(new) ->> tg_argv[0]);
    return null;
  end
$$;
create trigger users_tell after update of status on users
  for each row when (new.status <> old.status) execute function tell_account('id');
create trigger notices_tell after insert on notices
  for each row execute function tell_account('user_id');
create function tell_owner_of_map() returns trigger language plpgsql as $$
  begin
    perform pg_notify('changes', (select account_id from files where id = new.file_id));
    return null;
  end
$$;
create trigger maps_tell after update of state on maps
  for each row when (new.state <> old.state) execute function tell_owner_of_map();
