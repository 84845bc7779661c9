import { accountHandlers } from './features/accounts/routes.ts'
import { activityHandlers } from './features/activity/routes.ts'
import { analysisHandlers } from './features/analyses/routes.ts'
import { brapiHandlers } from './features/brapi/routes.ts'
import { deletionHandlers } from './features/deletions/routes.ts'
import { emailHandlers } from './features/emails/routes.ts'
import { exchangeHandlers } from './features/exchange/routes.ts'
import { flightHandlers } from './features/flights/routes.ts'
import { gisHandlers } from './features/gis/routes.ts'
import { linkHandlers } from './features/links/routes.ts'
import { mapHandlers } from './features/maps/routes.ts'
import { memberHandlers } from './features/members/routes.ts'
import { messageHandlers } from './features/messages/routes.ts'
import { noticeHandlers } from './features/notices/routes.ts'
import { processingHandlers } from './features/processing/routes.ts'
import { projectHandlers } from './features/projects/routes.ts'
import { reportHandlers } from './features/reports/routes.ts'
import { tokenHandlers } from './features/tokens/routes.ts'
import { trialHandlers } from './features/trials/routes.ts'
import { uploadHandlers } from './features/uploads/routes.ts'
import { userHandlers } from './features/users/routes.ts'
import { webhookHandlers } from './features/webhooks/routes.ts'
import type { Handlers } from './handler.ts'

/** One handler for each endpoint of the contract; a missing one does not compile. */
export const handlers: Handlers = {
  ...accountHandlers,
  ...memberHandlers,
  ...tokenHandlers,
  ...webhookHandlers,
  ...userHandlers,
  ...projectHandlers,
  ...analysisHandlers,
  ...uploadHandlers,
  ...reportHandlers,
  ...flightHandlers,
  ...mapHandlers,
  ...deletionHandlers,
  ...processingHandlers,
  ...trialHandlers,
  ...linkHandlers,
  ...gisHandlers,
  ...brapiHandlers,
  ...exchangeHandlers,
  ...messageHandlers,
  ...activityHandlers,
  ...emailHandlers,
  ...noticeHandlers,
}
