import type { Letter } from '../../adapters/mail/letter.ts'

const NOT_YOU = 'If this was not you, reset the password at once and write to us.'

export const confirmationLetter = (to: { fullName: string; code: string }): Letter => ({
  subject: 'Your Skyfurrow confirmation code',
  greeting: `Hello ${to.fullName},`,
  paragraphs: [
    'Enter this code to confirm your email address. It is good for 10 minutes.',
    'If you did not open a Skyfurrow account, you can ignore this mail.',
  ],
  code: to.code,
})

export const resetLetter = (to: { fullName: string; code: string }): Letter => ({
  subject: 'Your Skyfurrow verification code',
  greeting: `Hello ${to.fullName},`,
  paragraphs: [
    'Enter this code to set a new password. It is good for 10 minutes.',
    'If you did not ask for it, you can ignore this mail; your password stays as it is.',
  ],
  code: to.code,
})

export const passwordChangedLetter = (to: { fullName: string }): Letter => ({
  subject: 'Your Skyfurrow password was changed',
  greeting: `Hello ${to.fullName},`,
  paragraphs: ['The password of your account was changed, and all other sessions were ended.', NOT_YOU],
})

export const passwordResetLetter = (to: { fullName: string }): Letter => ({
  subject: 'Your Skyfurrow password was changed',
  greeting: `Hello ${to.fullName},`,
  paragraphs: [
    'The password of your account was set anew with a code from this mailbox, and all sessions were ended.',
    NOT_YOU,
  ],
})

export const manyTriesLetter = (to: { fullName: string }): Letter => ({
  subject: 'Somebody is trying to log in to your Skyfurrow account',
  greeting: `Hello ${to.fullName},`,
  paragraphs: [
    'A wrong password was given many times in a row. Logins pause for some minutes after each further one; sessions that are open go on.',
    'If it was you and you have forgotten the password, set a new one: that ends the pause at once. If it was not you, there is nothing to do as long as nobody else knows your password.',
  ],
})

export const replayLetter = (to: { fullName: string }): Letter => ({
  subject: 'A Skyfurrow session of yours was ended',
  greeting: `Hello ${to.fullName},`,
  paragraphs: [
    'A key of one of your sessions was used twice, as it happens when somebody has copied it. We have ended that session; your others go on.',
    'Please log in again. If you do not know how this could come about, change your password and end your other sessions under Account settings.',
  ],
})
