import type { Readable } from 'node:stream'
import type { Api, BodyOf, EndpointName, QueryOf, ReplyOf } from '#contract/api.ts'
import type { Actor, Caller } from './actor.ts'
import type { Deps } from './deps.ts'
import type { ListReply, TableReply } from './table-reply.ts'

/** One part of a multipart form, in the order of arrival. A file's stream must be read before the next part comes. */
export type FormPart =
  | { kind: 'field'; name: string; value: string }
  | { kind: 'file'; name: string; fileName: string; stream: Readable }

/** The input of a use case from its route, independent of the transport. */
export type Call<Name extends EndpointName> = {
  deps: Deps
  caller: Api[Name]['access'] extends 'public' ? Caller : Actor
  query: QueryOf<Name>
  /** Empty when the call is a form. */
  body: BodyOf<Name>
  form: AsyncIterable<FormPart>
  /** The body of a call that a worker thread reads; empty for others, as `body` is for this one. */
  bytes: Uint8Array
  /** The types that the caller accepts, as in its header. */
  accept: string
  /** Aborted when the caller goes away before the response. */
  signal: AbortSignal
}

/** A table that is written while it is sent. */
export type Lines = { format: 'csv' | 'tsv'; chunks: AsyncIterable<string> }

type Reply<Name extends EndpointName> = Api[Name]['answers'] extends 'bare-table'
  ? ReplyOf<Name> | Lines
  : Api[Name]['answers'] extends 'table'
    ? TableReply<ReplyOf<Name> extends { data: (infer Row extends object)[] } ? Row : never>
    : Api[Name]['answers'] extends 'list'
      ? ListReply<ReplyOf<Name>>
      : ReplyOf<Name> extends Record<string, never>
        ? void
        : ReplyOf<Name>

export type Handlers = { [Name in EndpointName]: (call: Call<Name>) => Promise<Reply<Name>> }
