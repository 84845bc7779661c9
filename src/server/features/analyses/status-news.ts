import { type RequestOfCustomer, type StatusChange, statusEmail } from './emails.ts'
import type { RequestNews } from './notify-customer.ts'

/** A new status, or a new message for the same one. */
export const statusNews =
  (change: StatusChange) =>
  (request: RequestOfCustomer): RequestNews => {
    const { projectType: project } = request
    const { before, status, message } = change
    return {
      notice:
        before === status
          ? { kind: 'request-message', project, message: message ?? '' }
          : { kind: 'request-status', project, status, isWithdrawn: before === 'PROCESSED', message },
      email: statusEmail(request, change),
    }
  }
