import { type EmailContent, helloTo } from '../../adapters/email/template.ts'

type Reader = { fullName: string }

const SETTINGS = { label: 'Open account settings', url: '/account' }
const RESET = { label: 'Reset password', url: '/forgot-password' }

/** The address may belong to someone else, so the name entered at registration is not included. */
export const confirmationEmail = (to: { code: string }): EmailContent => ({
  subject: 'Your Skyfurrow confirmation code',
  code: to.code,
  paragraphs: [
    'Enter this code to confirm your email address. It expires in 10 minutes.',
    "Didn't sign up for Skyfurrow? You can ignore this email.",
  ],
  action: { label: 'Enter the code', url: '/verify-email' },
})

/** Without a link: the page that waits for the code is open, and a reset that nobody asked for must not invite a click. */
export const resetEmail = (to: Reader & { code: string }): EmailContent => ({
  subject: 'Your Skyfurrow password code',
  code: to.code,
  greeting: helloTo(to),
  paragraphs: [
    'Enter this code to choose a new password. It expires in 10 minutes.',
    "Didn't ask for it? You can ignore this email; your password stays the same.",
  ],
})

export const passwordChangedEmail = (to: Reader): EmailContent => ({
  subject: 'Your Skyfurrow password was changed',
  greeting: helloTo(to),
  paragraphs: [
    'Your password was changed, and you were logged out everywhere else.',
    "If this wasn't you, reset your password now and write to us.",
  ],
  action: RESET,
})

export const passwordResetEmail = (to: Reader): EmailContent => ({
  subject: 'Your Skyfurrow password was changed',
  greeting: helloTo(to),
  paragraphs: [
    'Your password was reset with a code sent to this address, and you were logged out everywhere.',
    "If this wasn't you, reset your password now and write to us.",
  ],
  action: RESET,
})

export const failedLoginsEmail = (to: Reader): EmailContent => ({
  subject: 'Someone is trying to log in to your Skyfurrow account',
  greeting: helloTo(to),
  paragraphs: [
    "Someone entered a wrong password many times in a row. To slow them down, each further wrong password now locks logins for a few minutes. Where you're already logged in, nothing changes.",
    "Was it you? Reset your password, and you can log in right away. If it wasn't, you don't need to do anything as long as only you know your password.",
  ],
  action: RESET,
})

export const tokenReuseEmail = (to: Reader): EmailContent => ({
  subject: 'We ended one of your Skyfurrow sessions',
  greeting: helloTo(to),
  paragraphs: [
    'A key of one of your sessions was used twice, which can mean someone copied it. We ended that session; your other sessions are still open.',
    "Please log in again. If you can't explain this, change your password and end your other sessions in your account settings.",
  ],
  action: SETTINGS,
})

const NOT_YOU =
  "If this wasn't you, someone is logged in to your account: change your password, end your other sessions in your account settings, and write to us."

export const secondFactorEnabledEmail = (to: Reader): EmailContent => ({
  subject: 'Second factor turned on for your Skyfurrow account',
  greeting: helloTo(to),
  paragraphs: [
    'From now on, logging in takes a code from your authenticator app as well as your password. You were logged out everywhere else.',
    'Keep your recovery codes somewhere you can reach without your phone.',
    NOT_YOU,
  ],
  action: SETTINGS,
})

export const secondFactorDisabledEmail = (to: Reader): EmailContent => ({
  subject: 'Second factor turned off for your Skyfurrow account',
  greeting: helloTo(to),
  paragraphs: ['From now on, your password alone opens your account.', NOT_YOU],
  action: SETTINGS,
})

export const secondFactorResetEmail = (to: Reader): EmailContent => ({
  subject: 'Second factor removed from your Skyfurrow account',
  greeting: helloTo(to),
  paragraphs: [
    'The operator of this server removed it, as we do for people who lost their phone. You were logged out everywhere. Your password alone opens your account until you set up a new second factor in your account settings.',
    "If you didn't ask for this, reset your password now and write to us.",
  ],
  action: SETTINGS,
})

export const recoveryCodeUsedEmail = (to: Reader & { left: number }): EmailContent => ({
  subject: 'A recovery code was used for your Skyfurrow account',
  greeting: helloTo(to),
  paragraphs: [
    `It was used in place of a code from your authenticator app, and doesn't work any more. ${codesLeft(to.left)}`,
    'If you lost your phone, turn the second factor off in your account settings, and on again with your new phone.',
    NOT_YOU,
  ],
  action: SETTINGS,
})

const codesLeft = (left: number): string =>
  left === 0 ? 'It was your last one: create new ones in your account settings.' : `You have ${left} left.`

export const failedCodesEmail = (to: Reader): EmailContent => ({
  subject: 'Someone knows your Skyfurrow password',
  greeting: helloTo(to),
  paragraphs: [
    'Someone entered your correct password, then many wrong codes in a row. Your second factor kept them out, and each further wrong code now locks codes for a few minutes.',
    "If this wasn't you, change your password now.",
  ],
  action: SETTINGS,
})

export const alreadyRegisteredEmail = (to: Reader): EmailContent => ({
  subject: 'You already have a Skyfurrow account',
  greeting: helloTo(to),
  paragraphs: [
    'Someone tried to sign up with this email address, which already has an account. Nothing was changed.',
    "If it was you, just log in. If you forgot your password, choose Forget Password on the login screen. If it wasn't you, you don't need to do anything.",
  ],
  action: { label: 'Log in', url: '/log-in' },
})
