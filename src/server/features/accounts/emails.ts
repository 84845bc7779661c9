import { isolateName } from '#domain/display-names.ts'
import type { EmailContent } from '../../adapters/email/template.ts'

const NOT_YOU = 'If this was not you, reset the password at once and write to us.'

/** The address may belong to someone else, so the name entered at registration is not included. */
export const confirmationEmail = (to: { code: string }): EmailContent => ({
  subject: 'Your Skyfurrow confirmation code',
  greeting: 'Hello,',
  paragraphs: [
    'Enter this code to confirm your email address. It is good for 10 minutes.',
    'If you did not open a Skyfurrow account, you can ignore this mail.',
  ],
  code: to.code,
})

export const resetEmail = (to: { fullName: string; code: string }): EmailContent => ({
  subject: 'Your Skyfurrow verification code',
  greeting: `Hello ${isolateName(to.fullName)},`,
  paragraphs: [
    'Enter this code to set a new password. It is good for 10 minutes.',
    'If you did not ask for it, you can ignore this mail; your password stays as it is.',
  ],
  code: to.code,
})

export const passwordChangedEmail = (to: { fullName: string }): EmailContent => ({
  subject: 'Your Skyfurrow password was changed',
  greeting: `Hello ${isolateName(to.fullName)},`,
  paragraphs: ['The password of your account was changed, and all other sessions were ended.', NOT_YOU],
})

export const passwordResetEmail = (to: { fullName: string }): EmailContent => ({
  subject: 'Your Skyfurrow password was changed',
  greeting: `Hello ${isolateName(to.fullName)},`,
  paragraphs: ['Your password was reset with a code sent to this mailbox, and all sessions were ended.', NOT_YOU],
})

export const failedLoginsEmail = (to: { fullName: string }): EmailContent => ({
  subject: 'Someone is trying to log in to your Skyfurrow account',
  greeting: `Hello ${isolateName(to.fullName)},`,
  paragraphs: [
    'A wrong password was given many times in a row. Logins pause for some minutes after each further one; sessions that are open go on.',
    'If it was you and you have forgotten the password, set a new one: that ends the pause at once. If it was not you, there is nothing to do as long as nobody else knows your password.',
  ],
})

export const tokenReuseEmail = (to: { fullName: string }): EmailContent => ({
  subject: 'A Skyfurrow session of yours was ended',
  greeting: `Hello ${isolateName(to.fullName)},`,
  paragraphs: [
    'A key of one of your sessions was used twice, which can mean that someone copied it. We have ended that session; your others go on.',
    'Please log in again. If you do not know how this could come about, change your password and end your other sessions under Account settings.',
  ],
})

const FACTOR_LOST =
  'If this was not you, someone is signed in to your account: change your password, end your other sessions under Account settings, and write to us.'

export const secondFactorEnabledEmail = (to: { fullName: string }): EmailContent => ({
  subject: 'A second factor was switched on for your Skyfurrow account',
  greeting: `Hello ${isolateName(to.fullName)},`,
  paragraphs: [
    'From now on a login asks for a code of your authenticator app after the password. All other sessions were ended.',
    'Keep your recovery codes somewhere you can reach without your phone.',
    FACTOR_LOST,
  ],
})

export const secondFactorDisabledEmail = (to: { fullName: string }): EmailContent => ({
  subject: 'The second factor of your Skyfurrow account was switched off',
  greeting: `Hello ${isolateName(to.fullName)},`,
  paragraphs: ['From now on the password alone opens your account.', FACTOR_LOST],
})

export const secondFactorResetEmail = (to: { fullName: string }): EmailContent => ({
  subject: 'The second factor of your Skyfurrow account was removed',
  greeting: `Hello ${isolateName(to.fullName)},`,
  paragraphs: [
    'The operator of this server has removed it, as is done for people who have lost their phone. All sessions were ended; the password alone opens your account, until you set up a new second factor under Account settings.',
    NOT_YOU,
  ],
})

export const recoveryCodeUsedEmail = (to: { fullName: string; left: number }): EmailContent => ({
  subject: 'A recovery code of your Skyfurrow account was used',
  greeting: `Hello ${isolateName(to.fullName)},`,
  paragraphs: [
    `It took the place of a code of your authenticator app, and is void now. ${leftOver(to.left)}`,
    'If your phone is lost, switch the second factor off and on again under Account settings, with a new one.',
    FACTOR_LOST,
  ],
})

const leftOver = (left: number): string =>
  left === 0 ? 'It was your last one: make new ones under Account settings.' : `You have ${left} left.`

export const failedCodesEmail = (to: { fullName: string }): EmailContent => ({
  subject: 'Someone knows your Skyfurrow password',
  greeting: `Hello ${isolateName(to.fullName)},`,
  paragraphs: [
    'Your password was given correctly, and then many wrong codes in a row. The second factor has held; further codes pause for some minutes after each try.',
    'If this was not you, change your password at once.',
  ],
})

export const alreadyRegisteredEmail = (to: { fullName: string }): EmailContent => ({
  subject: 'You have a Skyfurrow account already',
  greeting: `Hello ${isolateName(to.fullName)},`,
  paragraphs: [
    'Someone has tried to open an account with this address, which has one. Nothing was changed.',
    'If it was you, log in, or set a new password with Forget Password on the login screen. If it was not you, there is nothing to do.',
  ],
})
