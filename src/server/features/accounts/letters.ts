import type { Letter } from '../../adapters/mail/letter.ts'

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
  paragraphs: [
    'The password of your account was changed, and all sessions were ended.',
    'If this was not you, reset the password at once and write to us.',
  ],
})
