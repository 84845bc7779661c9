import type { z } from 'zod'
import { accounts } from './accounts.ts'
import { activity } from './activity.ts'
import { analyses } from './analyses.ts'
import { brapi } from './brapi/brapi.ts'
import { coordinateSystems } from './coordinate-systems.ts'
import { deletions } from './deletions.ts'
import { emails } from './emails.ts'
import type { Endpoint } from './endpoint.ts'
import { exchanges } from './exchange.ts'
import { fieldBook } from './field-book.ts'
import { flightFiles } from './flight-files.ts'
import { flights } from './flights.ts'
import { formulas } from './formulas.ts'
import { links } from './links.ts'
import { maps } from './maps.ts'
import { measurementPlan } from './measurement-plan.ts'
import { measurements } from './measurements.ts'
import { members } from './members.ts'
import { messages } from './messages.ts'
import { myData } from './my-data.ts'
import { notices } from './notices.ts'
import { ownMaps } from './own-maps.ts'
import { plotPhotos } from './plot-photos.ts'
import { processing } from './processing.ts'
import { reports } from './reports.ts'
import { secondFactor } from './second-factor.ts'
import { shifts } from './shifts.ts'
import { storage } from './storage.ts'
import { tokens } from './tokens.ts'
import { trialAddresses } from './trial-addresses.ts'
import { trialFlights } from './trial-flights.ts'
import { trialShares } from './trial-shares.ts'
import { trials } from './trials.ts'
import { uploads } from './uploads.ts'
import { users } from './users.ts'
import { webhooks } from './webhooks.ts'

/** All endpoints of the product by name. */
export const api = {
  ...accounts,
  ...secondFactor,
  ...members,
  ...tokens,
  ...webhooks,
  ...users,
  ...analyses,
  ...uploads,
  ...storage,
  ...reports,
  ...flights,
  ...maps,
  ...ownMaps,
  ...coordinateSystems,
  ...processing,
  ...trials,
  ...trialFlights,
  ...trialAddresses,
  ...trialShares,
  ...links,
  ...measurements,
  ...measurementPlan,
  ...fieldBook,
  ...formulas,
  ...flightFiles,
  ...plotPhotos,
  ...shifts,
  ...brapi,
  ...exchanges,
  ...messages,
  ...activity,
  ...emails,
  ...deletions,
  ...myData,
  ...notices,
} satisfies Record<string, Endpoint>

export type Api = typeof api
export type EndpointName = keyof Api
/** The input as the caller sends it. */
export type QueryIn<Name extends EndpointName> = z.input<Api[Name]['query']>
export type BodyIn<Name extends EndpointName> = z.input<Api[Name]['body']>
/** The input as the handler receives it. */
export type QueryOf<Name extends EndpointName> = z.output<Api[Name]['query']>
export type BodyOf<Name extends EndpointName> = z.output<Api[Name]['body']>
/** The part of the reply beside statusCode and message. */
export type ReplyOf<Name extends EndpointName> = z.output<Api[Name]['reply']>
