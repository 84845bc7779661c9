import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Files and uploads get ids of their own. The functions and triggers are for the version before, which may run beside this one:
 * it inserts uploads without the store's id and files without their author, and notes digests on uploads only.
 */
const statements = [
  `alter table files
    add column id text not null default gen_random_uuid()::text,
    add column added_by text references users,
    add column remarks text not null default '',
    add column sender_digest text`,
  'alter table files drop constraint files_pkey',
  `alter table files
    add primary key (id),
    add constraint files_of_upload unique (upload_id),
    alter column upload_id drop not null`,
  `update files set added_by = uploads.user_id, remarks = uploads.remarks, sender_digest = uploads.sender_digest
    from uploads where uploads.id = files.upload_id`,
  `create function fill_file_from_upload() returns trigger language plpgsql as $$
    declare upload uploads;
    begin
      select * into upload from uploads where id = new.upload_id;
      if found then
        new.added_by := upload.user_id;
        new.remarks := upload.remarks;
        new.sender_digest := upload.sender_digest;
      end if;
      return new;
    end
  $$`,
  `create trigger files_take_from_upload before insert on files
    for each row when (new.added_by is null and new.upload_id is not null) execute function fill_file_from_upload()`,
  `create function pass_digest_to_file() returns trigger language plpgsql as $$
    begin
      update files set sender_digest = new.sender_digest where upload_id = new.id;
      return null;
    end
  $$`,
  `create trigger uploads_pass_digest after update of sender_digest on uploads
    for each row when (new.sender_digest is distinct from old.sender_digest) execute function pass_digest_to_file()`,

  // With a bucket, the id of an upload was 16 characters of a hash over the key and S3's id, then S3's id in base64url.
  `create function s3_id_in(id text) returns text language sql immutable strict parallel safe return
    case when id ~ '^[A-Za-z0-9_-]{18,}$' and length(id) % 4 <> 1
      then encode(decode(rpad(translate(substr(id, 17), '-_', '+/'), (length(id) - 13) / 4 * 4, '='), 'base64'), 'escape')
    end`,
  `create function store_id_of_upload(id text, key text) returns text language sql immutable strict parallel safe return
    case when starts_with(
      id,
      substr(translate(encode(sha256(convert_to(
        '[' || to_json(key)::text || ',' || to_json(s3_id_in(id))::text || ']', 'UTF8'
      )), 'base64'), '+/', '-_'), 1, 16)
    ) then s3_id_in(id) else id end`,
  'alter table uploads add column storage_upload_id text',
  'update uploads set storage_upload_id = store_id_of_upload(id, storage_key)',
  'alter table uploads alter column storage_upload_id set not null',
  `create index uploads_in_store on uploads (storage_upload_id) where state = 'OPEN'`,
  `create function fill_store_id() returns trigger language plpgsql as $$
    begin
      new.storage_upload_id := store_id_of_upload(new.id, new.storage_key);
      return new;
    end
  $$`,
  `create trigger uploads_have_store_id before insert on uploads
    for each row when (new.storage_upload_id is null) execute function fill_store_id()`,
]

export const files: Migration = {
  up: async (db) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
